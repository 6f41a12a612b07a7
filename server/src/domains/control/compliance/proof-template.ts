// How the proof looks: Typst. Every word and figure comes as data (proof-content.ts).
/** The template of the proof; its data is `ProofContent`. */
export const PROOF_TEMPLATE = `#let d = json(bytes(sys.inputs.d))
#let grey = rgb("#55635d")
#let line = rgb("#d5ddd9")
#let inks = (rgb("#0a7cb0"), rgb("#0a7cb0"), rgb("#b86e00"))
#set document(title: d.title, author: d.author, date: auto)
#set page(
  paper: "a4",
  margin: (x: 18mm, top: 16mm, bottom: 18mm),
  footer: context [
    #set text(size: 7.5pt, fill: grey)
    #d.foot #h(1fr) #d.page #counter(page).display("1 / 1", both: true)
  ],
)
#set text(font: d.fonts, lang: d.lang, size: 9pt, hyphenate: false)
#set par(leading: 0.55em)
#show heading.where(level: 1): set text(size: 17pt)
#show heading.where(level: 2): it => block(above: 1.4em, below: 0.7em, text(size: 11pt, it.body))
#pdf.attach(d.csv_name, bytes(d.csv), relationship: "data", mime-type: "text/csv", description: d.csv_about)

= #d.title
#block(below: 0.5em, text(size: 11pt, weight: "bold", d.project))
#text(fill: grey)[#d.of \\ #d.zone]

#let listed(head, rows, columns, right-from: 1) = {
  set text(size: 8pt)
  table(
    columns: columns,
    stroke: (x, y) => (bottom: 0.5pt + line),
    inset: (x: 4pt, y: 3pt),
    align: (x, y) => if x >= right-from { right } else { left },
    table.header(..head.map(cell => text(fill: grey, cell))),
    ..rows.flatten(),
  )
}

== #d.rule.title
#listed(d.rule.head, d.rule.rows, (1fr, auto, auto, auto, auto))

#v(0.6em)
#grid(
  columns: (1fr, 1fr, 1fr),
  gutter: 8pt,
  ..d.summary.map(one => block(width: 100%, inset: 8pt, stroke: 0.5pt + line, radius: 3pt)[
    #text(size: 8pt, fill: grey, one.label) \\
    #text(size: 13pt, weight: "bold", one.value) \\
    #text(size: 8pt, fill: grey, one.note)
  ]),
)

== #d.days.title
#let lane(index, one) = block(width: 100%, below: 0.9em, breakable: false)[
  #text(size: 8pt, weight: "bold", one.label) #h(1fr) #text(size: 8pt, fill: grey, one.top)
  #v(-0.4em)
  #box(width: 100%, height: 44pt, stroke: (bottom: 0.6pt + grey))[
    #for (at, bar) in one.bars.enumerate() {
      place(bottom + left, dx: (at + 0.2) * 100% / one.bars.len(),
        rect(width: 60% / one.bars.len(), height: bar.share * 100%, stroke: none,
          fill: if bar.over { rgb("#b3261e") } else { inks.at(index) }))
    }
    #if one.allowed != none {
      place(bottom + left, dy: -one.allowed * 44pt, std.line(length: 100%, stroke: (paint: rgb("#b3261e"), thickness: 0.6pt, dash: "dashed")))
    }
  ]
]
#figure(alt: d.days.alt, block(width: 100%)[
  #set align(left)
  #for (index, one) in d.days.lanes.enumerate() { lane(index, one) }
  #text(size: 7pt, fill: grey, grid(columns: d.days.ticks.map(_ => 1fr), align: center, ..d.days.ticks))
])
#v(0.4em)
#listed(d.days.head, d.days.rows, (auto, auto, 1fr, 1fr, 1fr, 1fr, 1fr, 1fr), right-from: 2)
#text(size: 8pt, fill: grey)[#d.days.notes.join(" ") #d.days.method]

== #d.violations.title
#if d.violations.rows.len() == 0 [#d.violations.none] else {
  listed(d.violations.head, d.violations.rows, (1fr, auto, auto))
  if d.violations.more != none { text(size: 8pt, fill: grey, d.violations.more) }
}

== #d.drills.title
#text(fill: grey, d.drills.hint)
#if d.drills.rows.len() == 0 [\\ #d.drills.none] else {
  listed(d.drills.head, d.drills.rows, (auto, auto, auto, auto, 1fr))
}

== #d.check.title
#d.check.csv \\
#text(size: 8pt, fill: grey, d.check.columns)

#d.check.sha \\
#text(size: 8pt, d.csv_sha256)

#d.check.certificate \\
#text(size: 8pt, d.fingerprint)

#for one in d.check.how [+ #one
]
`;
