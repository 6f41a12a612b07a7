// In which language an owner of a plant reads and signs the consent.
import {
  getDeviceConsent,
  setDeviceConsent,
  type DeviceConsent,
} from "@heliograph/contract/registry/devices/device-documents";
import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { APPLICATION_UID, applicationAnswers } from "../../../../testing/device-fakes.ts";
import { answer, fakeServer, freshBrowser, renderAt, signedInAs } from "../../../../testing/test-kit.tsx";
import { DeviceConsentPage } from "./DeviceConsentPage.tsx";

freshBrowser();

const STATEMENTS = { en: "I consent.", vi: "Tôi đồng ý.", zh: "本人同意。" } as const;

async function open(lang: keyof typeof STATEMENTS) {
  signedInAs("good");
  const signed: { consent: DeviceConsent | null } = { consent: null };
  const shown = (asked: string | null): DeviceConsent => {
    const language = asked === "vi" || asked === "zh" ? asked : "en";
    return {
      project: { project_uid: APPLICATION_UID, name: "Rice mill" },
      company: "Xanh Energy JSC",
      statement: STATEMENTS[language],
      language,
      signed_at: null,
      signed_by: null,
      devices: [],
    };
  };
  fakeServer({
    ...applicationAnswers({}, []),
    "rehash/device-consent": ({ method, body, query }) => {
      if (method === "PUT") {
        const { statement, language } = setDeviceConsent.body.parse(body);
        signed.consent = {
          ...shown(language),
          statement,
          signed_at: "2026-11-03T02:24:36.000Z",
          signed_by: "Hoa",
        };
      }
      return answer(getDeviceConsent, signed.consent ?? shown(query.get("language")));
    },
  });
  await renderAt("/", { "/": <DeviceConsentPage record={APPLICATION_UID} /> }, lang);
  return { signed, user: userEvent.setup() };
}

test.each([
  ["vi", "Ký với tư cách chủ sở hữu"],
  ["zh", "以所有者身份签署"],
  ["en", "Sign as owner"],
] as const)(
  "an owner who reads the page in %s signs the statement in that language",
  async (lang, button) => {
    const { signed, user } = await open(lang);
    expect((await screen.findByText(STATEMENTS[lang])).getAttribute("lang")).toBe(lang);
    await user.click(screen.getByRole("button", { name: button }));
    await expect.poll(() => signed.consent).toMatchObject({ language: lang, statement: STATEMENTS[lang] });
  },
);

test("the statement is read in another language at a press, and stays in the one that was signed", async () => {
  const { signed, user } = await open("en");
  await user.click(await screen.findByRole("radio", { name: "Tiếng Việt" }));
  await screen.findByText(STATEMENTS.vi);
  await user.click(screen.getByRole("button", { name: "Sign as owner" }));
  await expect.poll(() => signed.consent?.language).toBe("vi");
  expect(
    await screen.findByText("Signed by Hoa, 2026-11-03 10:24:36 (GMT+8) · signed in Tiếng Việt"),
  ).toBeTruthy();
  expect(screen.queryByRole("radio")).toBeNull();
});
