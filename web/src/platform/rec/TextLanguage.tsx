import { SIGNED_LANGUAGES, type SignedLanguage } from "@heliograph/contract/kernel/text";
import { Segmented } from "../../ui/controls/Segmented.tsx";
import { LANGUAGE_NAMES, useText } from "../i18n.tsx";

/** In which language a text is read that is to be signed; `offered`: those that there are, all unless it says so. */
export function TextLanguage(given: {
  value: SignedLanguage;
  offered?: readonly SignedLanguage[];
  onChange: (language: SignedLanguage) => void;
}) {
  const { value, offered = SIGNED_LANGUAGES, onChange } = given;
  const t = useText();
  return (
    <Segmented
      label={t("registry.textLanguage")}
      options={SIGNED_LANGUAGES.filter((language) => offered.includes(language)).map((language) => ({
        value: language,
        label: LANGUAGE_NAMES[language],
      }))}
      value={value}
      onChange={onChange}
    />
  );
}
