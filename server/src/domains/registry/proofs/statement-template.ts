// How a statement looks on paper: Typst. Every word and figure comes as data (statement-content.ts).
/** The template of the statement; its data is what `printedContent` returns. */
export const STATEMENT_TEMPLATE = `#let d = json(bytes(sys.inputs.d))
#let grey = rgb("#55635d")
#let line = rgb("#d5ddd9")
#set document(title: d.title, author: d.author, date: auto)
#set page(
  paper: "a4",
  margin: (x: 18mm, top: 16mm, bottom: 18mm),
  footer: context [
    #set text(size: 7.5pt, fill: grey)
    #d.foot #h(1fr) #counter(page).display("1 / 1", both: true)
  ],
)
#set text(font: d.fonts, lang: d.lang, size: 9.5pt, hyphenate: false)
#set par(leading: 0.6em)
#show heading.where(level: 1): set text(size: 18pt)
#show heading.where(level: 2): it => block(above: 1.3em, below: 0.6em, text(size: 10.5pt, it.body))
#pdf.attach("statement.json", bytes(d.json), relationship: "data", mime-type: "application/json", description: d.title)

#text(size: 12pt, weight: "bold", d.author) #h(1fr) #text(weight: "bold", d.number)
#v(-0.4em)
#std.line(length: 100%, stroke: 1.2pt)

= #d.title
#if d.demonstration != none {
  block(width: 100%, inset: 8pt, stroke: 1pt + rgb("#b86e00"), radius: 3pt, text(weight: "bold", fill: rgb("#8a5a00"), d.demonstration))
}
#text(size: 12pt, d.sentence)

#text(fill: grey, d.standing)

#block(width: 100%, inset: 12pt, fill: rgb("#f2f5f3"), radius: 4pt)[
  #text(size: 24pt, weight: "bold", d.amount) #text(fill: grey, d.certificates) #h(1fr)
  #text(fill: grey, d.retired) #text(weight: "bold", d.retired_at)
]

#let listed(rows) = grid(
  columns: (42mm, 1fr),
  row-gutter: 6pt,
  ..rows.map(row => (text(fill: grey, row.at(0)), row.at(1))).flatten(),
)

== #d.claim.title
#listed(d.claim.rows)
== #d.electricity.title
#listed(d.electricity.rows)

#block(width: 100%, inset: 10pt, stroke: 0.7pt + line, radius: 4pt, breakable: false)[
  #grid(
    columns: (30mm, 1fr),
    gutter: 10pt,
    image(bytes(d.qr), format: "svg", width: 28mm, alt: d.qr_alt),
    [
      #text(size: 10.5pt, weight: "bold", d.check) \\
      #d.how

      #text(weight: "bold", d.address) \\
      #text(fill: grey, d.key)
    ],
  )
]

== #d.ranges.title
#table(
  columns: (1fr, auto, auto),
  stroke: (x, y) => (bottom: 0.5pt + line),
  inset: (x: 4pt, y: 4pt),
  align: (x, y) => if x == 2 { right } else { left },
  table.header(..d.ranges.head.map(cell => text(fill: grey, cell))),
  ..d.ranges.rows.flatten(),
  text(weight: "bold", d.ranges.sum), text(fill: grey, d.ranges.more), text(weight: "bold", d.amount),
)

== #d.proof.title
#listed(d.proof.rows)
`;
