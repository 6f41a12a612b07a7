// How a report looks: Typst. Every word and figure comes as data (report-content.ts).
/** The template of reports; its data is `ReportContent`. */
export const REPORT_TEMPLATE = `#let d = json(bytes(sys.inputs.d))
#let grey = rgb("#55635d")
#let line = rgb("#d5ddd9")
#let brand = rgb(d.colour)
#let inks = (
  measured: rgb("#d97a00"), physics: rgb("#9aa5a0"), chosen: rgb("#0a8bc2"), repair: rgb("#b3261e"),
  estimated: rgb("#8a4b00"), brand: brand, bad: rgb("#b3261e"),
)
#set document(title: d.title, author: d.author, date: auto)
#set page(
  paper: "a4",
  // Drawn as SVG, the ground of each page would lie over the first one.
  fill: none,
  margin: (x: 20mm, top: 16mm, bottom: 18mm),
  footer: context [
    #set text(size: 7.5pt, fill: grey)
    #std.line(length: 100%, stroke: 0.5pt + line)
    #v(-0.5em)
    #d.foot #h(1fr) #counter(page).display("1 / 1", both: true)
  ],
)
#set text(font: d.fonts, lang: d.lang, size: 9pt, hyphenate: false)
#set par(leading: 0.55em)
#show heading: set block(above: 0pt, below: 0.5em)
#show heading.where(level: 1): set text(size: 17pt)
#show heading.where(level: 2): set text(size: 11pt)

#let edge(name, side) = context {
  let at = here().position()
  [#metadata((name: name, edge: side, page: at.page, y: at.y.pt())) <mark>]
}
#let small(body) = text(size: 8pt, fill: grey, body)
#let titled(one) = heading(level: 2)[#one.title #h(4pt) #text(size: 8pt, weight: "regular", fill: grey, one.note)]

#let figures(one) = block(width: 100%, stroke: 0.5pt + line, radius: 4pt, clip: true, grid(
  columns: (1fr, 1fr, 1fr),
  stroke: (x, y) => (left: if x > 0 { 0.5pt + line }, top: if y > 0 { 0.5pt + line }),
  inset: 8pt,
  ..one.items.map(item => [
    #small(item.label) \\
    #text(size: 13pt, weight: "bold", item.value) \\
    #small(item.note)
  ]),
))

#let bars(one) = figure(alt: one.alt, block(width: 100%, breakable: false)[
  #set align(left)
  #grid(columns: (34pt, 1fr), column-gutter: 5pt, row-gutter: 2pt,
    box(height: 96pt, width: 100%, {
      for tick in one.axis { place(bottom + right, dy: -tick.share * 88pt + 3pt, text(size: 7pt, fill: grey, tick.label)) }
    }),
    box(height: 96pt, width: 100%, {
      for tick in one.axis { place(bottom + left, dy: -tick.share * 88pt, std.line(length: 100%, stroke: 0.4pt + line)) }
      let n = one.bars.len()
      for (at, bar) in one.bars.enumerate() {
        if bar.share != none {
          place(bottom + left, dx: (at + 0.14) / n * 100%, rect(width: 72% / n, height: bar.share * 88pt, stroke: none,
            radius: (top: 1pt), fill: inks.at(bar.ink)))
        }
        if bar.line != none {
          place(bottom + left, dx: (at + 0.08) / n * 100%, dy: -bar.line * 88pt, std.line(length: 84% / n, stroke: 1pt + rgb("#2b3a34")))
        }
      }
    }),
    [],
    box(height: 10pt, width: 100%, {
      let n = one.bars.len()
      for (at, bar) in one.bars.enumerate() {
        if bar.label != none { place(bottom + left, dx: at / n * 100%, box(width: 100% / n, align(center, text(size: 7pt, fill: grey, box(width: 30pt, bar.label))))) }
      }
    }),
  )
])

#let listed(one) = {
  set text(size: 8pt)
  table(
    columns: one.columns.map(width => if width == "auto" { auto } else { 1fr }),
    stroke: (x, y) => (bottom: 0.5pt + line),
    inset: (x: 4pt, y: 3pt),
    align: (x, y) => if x >= one.left { right } else { left },
    table.header(..one.head.map(cell => text(fill: grey, cell))),
    ..one.rows.map(row => row.map(cell => if row.at(0) == one.sum { strong(cell) } else { cell })).flatten(),
  )
}

#let waterfall(one) = figure(alt: one.alt, block(width: 100%, breakable: false)[
  #set align(left)
  #set text(size: 8pt)
  #let cells = one.rows.map(row => {
    let said = body => if row.strong { strong(body) } else { body }
    (
      said(row.label),
      box(width: 100%, height: 7pt, place(left + horizon, dx: row.from * 100%, rect(
        width: calc.max(row.to - row.from, 0.004) * 100%, height: 7pt,
        stroke: if row.outlined { 0.8pt + inks.at(row.ink) }, fill: if not row.outlined { inks.at(row.ink) },
      ))),
      ..row.figures.map(said),
    )
  })
  #table(
    columns: (auto, 1fr, ..one.head.map(_ => auto)),
    stroke: (x, y) => (bottom: 0.5pt + line),
    inset: (x: 4pt, y: 3.5pt),
    align: (x, y) => if x > 1 { right + horizon } else { left + horizon },
    table.header([], [], ..one.head.map(cell => text(fill: grey, cell))),
    ..cells.flatten(),
  )
  #small(one.equation)
])

#let notes(one) = for item in one.items {
  block(below: 0.8em, breakable: true)[
    #text(size: 8pt, fill: grey, item.when) #h(4pt) #strong(item.title) \\
    #for (at, row) in item.text.split("\\n").enumerate() { if at > 0 [\\ ]; row }
    #if item.by != "" [\\ #small(item.by)]
  ]
}

#let images(one) = grid(columns: (1fr, 1fr), gutter: 8pt, ..one.items.map(item => figure(alt: item.caption, [
  #image(item.path, width: 100%, height: 130pt, fit: "contain", alt: item.caption)
  #small(item.caption)
])))

#let part(one) = {
  if one.type == "figures" { figures(one) }
  else if one.type == "bars" { bars(one) }
  else if one.type == "table" { listed(one) }
  else if one.type == "waterfall" { waterfall(one) }
  else if one.type == "notes" { notes(one) }
  else if one.type == "images" { images(one) }
  else { small(one.text) }
  v(0.3em)
}

#let logo = if d.logo != none { image(d.logo, height: 26pt, alt: d.account) } else {
  box(fill: brand, radius: 5pt, width: 24pt, height: 24pt, align(center + horizon, text(fill: white, weight: "bold", d.initials)))
}

#for (at, plant) in d.projects.enumerate() {
  if at > 0 { pagebreak() }
  if not plant.blocks.any(one => one.kind == "cover") {
    block(below: 1.2em)[#text(size: 13pt, weight: "bold", plant.name) #h(1fr) #small[#d.title · #plant.period]]
  }
  for one in plant.blocks {
    if at == 0 { edge(one.kind, "top") }
    if one.kind == "cover" {
      grid(columns: (auto, 1fr, auto), column-gutter: 8pt, align: (left + horizon, left + horizon, right + horizon),
        logo, text(size: 11pt, weight: "bold", d.account), [#small(d.title) \\ #strong(plant.period)])
      v(-0.2em)
      std.line(length: 100%, stroke: 1.5pt + brand)
      v(0.9em)
      heading(level: 1, plant.name)
      block(below: 1.2em, small(plant.about))
    } else {
      block(width: 100%, above: 1.4em, below: 0.8em, breakable: one.breakable, {
        titled(one)
        for inner in one.parts { part(inner) }
      })
    }
    if at == 0 { edge(one.kind, "bottom") }
  }
}
`;
