// Runs before the first paint, so that the page never flashes in the other mode or speaks the other language.
// A file of its own because the content security policy allows no inline script. platform/theme.tsx takes over later.
(function () {
  var root = document.documentElement;
  var mode = null;
  var language = null;
  try {
    mode = localStorage.getItem("mode");
    language = localStorage.getItem("language");
  } catch {
    // Storage may be forbidden; the defaults stand.
  }
  if (mode !== "light" && mode !== "dark") {
    mode = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  }
  root.dataset.theme = mode;
  root.lang = language === "en" || language === "zh" ? language : "vi";
})();
