import type { common as vietnamese } from "../vi/common.ts";

export const common: Record<keyof typeof vietnamese, string> = {
  "Try again": "Try again",
  Updating: "Updating",
  Cancel: "Cancel",
  Home: "Home",
  Notification: "Notification",
  "Something went wrong": "Something went wrong",
  "The server cannot be reached": "The server cannot be reached",
  "The service is not available now, please try again": "The service is not available now, please try again",
  "Internal error": "Internal error",
  "The request is not valid": "The request is not valid",
  "common.close": "Close",
  "common.language": "Language",
  "common.theme": "Theme",
  "common.light": "Light",
  "common.dark": "Dark",
  "common.system": "As the device",
  "common.loading": "Loading",
  "Please fill this in": "Please fill this in",
  "This value is not possible": "This value is not possible",
};
