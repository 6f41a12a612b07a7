// The words of the screens, under the name they have here.
export { useWords, type Words } from "../../platform/words.ts";
