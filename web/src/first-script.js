// Runs before the first paint: the page never flashes in the other mode or speaks the other language, and the code of the
// addressed screen is on its way. platform/theme.tsx and platform/i18n.tsx take over later. The build fills in PARTS and
// puts it into index.html (first-script.ts).
(function (parts) {
  var root = document.documentElement;
  var kept = { mode: null, language: null, access_token: null };
  try {
    for (var key in kept) kept[key] = localStorage.getItem(key);
  } catch {
    // Storage may be forbidden; the defaults stand.
  }
  var dark =
    kept.mode === "dark" || (kept.mode !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  root.dataset.theme = dark ? "dark" : "light";
  root.lang = kept.language === "en" || kept.language === "zh" ? kept.language : "vi";

  function ask(files) {
    (files || []).forEach(function (at) {
      var file = "/" + parts.files[at];
      var link = document.createElement("link");
      // Styles are only fetched: the part that they belong to puts them in, in its turn.
      var style = file.endsWith(".css");
      link.rel = style ? "preload" : "modulepreload";
      if (style) link.as = "style";
      link.crossOrigin = "";
      link.href = file;
      document.head.append(link);
    });
  }
  function matches(pattern) {
    var wanted = pattern.split("/");
    var given = location.pathname.replace(/(.)\/$/, "$1").split("/");
    return (
      wanted.length === given.length &&
      wanted.every(function (part, at) {
        return part[0] === ":" ? given[at] !== "" : part === given[at];
      })
    );
  }
  if (kept.access_token === null) {
    ask(parts.publicTexts[root.lang]);
    return;
  }
  ask(parts.app);
  ask(parts.texts[root.lang]);
  parts.screens.forEach(function (screen) {
    if (matches(screen[0])) ask(screen[1]);
  });
})(PARTS);
