// Runs before the first paint: the page never flashes in the other mode or speaks the other language, and the code of the
// addressed screen is on its way, and what it asks the server for. platform/theme.tsx and platform/i18n.tsx take over later.
// The build fills in PARTS and puts it into index.html (first-script.ts).
(function (parts) {
  var root = document.documentElement;
  var kept = { mode: null, language: null, access_token: null, project_type: null };
  try {
    for (var key in kept) kept[key] = localStorage.getItem(key);
  } catch {
    // Storage may be forbidden; the defaults stand.
  }
  var dark =
    kept.mode === "dark" || (kept.mode !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  root.dataset.theme = dark ? "dark" : "light";
  root.lang = kept.language === "en" || kept.language === "zh" ? kept.language : "vi";

  function fetchFiles(files) {
    var links = (files || []).map(function (at) {
      var file = "/" + parts.files[at];
      var link = document.createElement("link");
      // Styles are only fetched: the part that they belong to puts them in, in its turn.
      var style = file.endsWith(".css");
      link.rel = style ? "preload" : "modulepreload";
      if (style) link.as = "style";
      link.crossOrigin = "";
      link.href = file;
      return link;
    });
    document.head.append.apply(document.head, links);
  }
  // As platform/http.ts sends a call; platform/first-answers.ts takes the reply.
  window.firstCalls = {};
  function call(address) {
    var zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    var reply = fetch(address, {
      headers: {
        "content-type": "application/json",
        "accept-language": "en",
        timezone: zone === "Etc/Unknown" ? "UTC" : zone,
        authorization: "Bearer " + kept.access_token,
      },
    });
    var sent = (window.firstCalls[address] = { atMs: Date.now(), token: kept.access_token, reply: reply });
    sent.read = reply
      .then(function (answered) {
        return answered.ok ? answered.clone().json() : undefined;
      })
      .then(
        function (answer) {
          sent.answer = answer;
          return answer;
        },
        function () {
          // It is sent again when a screen asks.
        },
      );
  }
  // What the pattern names in the address ("" where it names nothing), or null when the address is another.
  function named(pattern) {
    var wanted = pattern.split("/");
    var given = location.pathname.replace(/(.)\/$/, "$1").split("/");
    if (wanted.length !== given.length) return null;
    var name = "";
    for (var at = 0; at < wanted.length; at += 1) {
      if (wanted[at][0] === ":" && given[at] !== "") name = given[at];
      else if (wanted[at] !== given[at]) return null;
    }
    return name;
  }
  if (kept.access_token === null) {
    fetchFiles(parts.publicTexts[root.lang]);
    return;
  }
  fetchFiles(parts.app);
  fetchFiles(parts.texts[root.lang]);
  parts.screens.forEach(function (screen) {
    var name = named(screen[0]);
    if (name === null) return;
    fetchFiles(screen[1]);
    // Whose screen it is not will be shown another, and would be refused.
    if ((screen[0].indexOf("/admin") === 0) !== (kept.project_type === "admin")) return;
    // The code is the larger part: it goes first.
    setTimeout(function () {
      screen[2].concat(location.search === "" ? screen[3] : []).forEach(function (at) {
        call(parts.calls[at].split(parts.id).join(name));
      });
    });
  });
})(PARTS);
