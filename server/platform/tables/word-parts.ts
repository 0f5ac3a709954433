/** The parts of our Word documents, as Chinese offices file them: A4, with header, page numbers, tables and signature lines. */
import {
  AlignmentType,
  BorderStyle,
  Document,
  type FileChild,
  Footer,
  Header,
  HeadingLevel,
  HeightRule,
  ImageRun,
  type IRunOptions,
  Packer,
  PageNumber,
  PageOrientation,
  Paragraph,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  TextRun,
  VerticalAlignTable,
  WidthType,
} from 'docx'

export type WordPart = Paragraph | Table

const LATIN = { ascii: 'Times New Roman', hAnsi: 'Times New Roman', cs: 'Times New Roman' }
const FONTS = {
  text: { ...LATIN, eastAsia: '仿宋' },
  heading: { ...LATIN, eastAsia: '黑体' },
  table: { ...LATIN, eastAsia: '宋体' },
}
const FONT_HALF_POINTS = { title: 40, heading1: 30, heading2: 26, text: 24, table: 20, small: 18 }
const HEAD_FILL = 'F2F2F2'
/** The styles of paragraphs in tables. */
const TABLE_TEXT = 'TableText'
const TABLE_HEAD = 'TableHead'
const LINE_TWIPS = 360
/** Two characters of the text, as paragraphs begin in Chinese. */
const INDENT_TWIPS = 480

/** A4 and its margins, in twips. */
const PAGE = { width: 11_906, height: 16_838, margin: 1_361 }
const getTextWidth = (isLandscape: boolean): number => (isLandscape ? PAGE.height : PAGE.width) - 2 * PAGE.margin

/** Characters that XML 1.0 forbids, with which Word calls a document damaged. */
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu
const toXmlText = (text: string): string => text.toWellFormed().replaceAll(FORBIDDEN, '')

const createRun = (text: string, options: IRunOptions = {}): TextRun =>
  new TextRun({ ...options, text: toXmlText(text) })

type WordDocument = {
  title: string
  /** What each page begins with: the matter, and the number under which it is filed. */
  header: string
  creator?: string
  isLandscape?: boolean
  /** Whether the document has fields, such as a table of contents, that Word has to calculate. */
  hasFields?: boolean
  children: readonly FileChild[]
}

/** Returns the bytes of a document. */
export function writeWordDocument({ title, header, creator, isLandscape = false, hasFields, children }: WordDocument) {
  const document = new Document({
    title: toXmlText(title),
    ...(creator !== undefined && { creator: toXmlText(creator) }),
    ...(hasFields && { features: { updateFields: true } }),
    styles: STYLES,
    sections: [
      {
        properties: {
          page: {
            size: {
              width: PAGE.width,
              height: PAGE.height,
              orientation: isLandscape ? PageOrientation.LANDSCAPE : PageOrientation.PORTRAIT,
            },
            margin: { top: 1_440, bottom: 1_304, left: PAGE.margin, right: PAGE.margin, header: 720, footer: 720 },
          },
        },
        headers: { default: createHeader(header) },
        footers: { default: createFooter() },
        children: [...children],
      },
    ],
  })
  return Packer.toBuffer(document, undefined, [{ path: 'word/fontTable.xml', data: FONT_TABLE }])
}

/** What replaces our fonts where they are missing: other names of them, or one of the same family. */
const FONT_TABLE = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:fonts xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${[
  { name: '仿宋', alternatives: 'FangSong,仿宋_GB2312,STFangsong,华文仿宋,Noto Serif CJK SC', family: 'modern' },
  { name: '宋体', alternatives: 'SimSun,STSong,华文宋体,Noto Serif CJK SC', family: 'roman' },
  { name: '黑体', alternatives: 'SimHei,STHeiti,华文黑体,Noto Sans CJK SC', family: 'swiss' },
]
  .map(
    ({ name, alternatives, family }) =>
      `<w:font w:name="${name}"><w:altName w:val="${alternatives}"/><w:charset w:val="86"/><w:family w:val="${family}"/></w:font>`,
  )
  .join('')}</w:fonts>`

const headingStyle = (size: number, before: number) => ({
  run: { font: FONTS.heading, size, bold: false, color: '000000' },
  paragraph: { spacing: { before, after: 120 }, keepNext: true },
})

const STYLES = {
  default: {
    document: { run: { font: FONTS.text, size: FONT_HALF_POINTS.text } },
    title: {
      run: { font: FONTS.heading, size: FONT_HALF_POINTS.title, color: '000000' },
      paragraph: { alignment: AlignmentType.CENTER, spacing: { before: 240, after: 240 } },
    },
    heading1: headingStyle(FONT_HALF_POINTS.heading1, 320),
    heading2: headingStyle(FONT_HALF_POINTS.heading2, 240),
  },
  paragraphStyles: [
    {
      id: TABLE_TEXT,
      name: 'Table Text',
      basedOn: 'Normal',
      run: { font: FONTS.table, size: FONT_HALF_POINTS.table },
    },
    { id: TABLE_HEAD, name: 'Table Head', basedOn: TABLE_TEXT, run: { bold: true } },
  ],
}

const small = { font: FONTS.table, size: FONT_HALF_POINTS.small }

const createHeader = (text: string) =>
  new Header({
    children: [
      new Paragraph({
        alignment: AlignmentType.CENTER,
        border: { bottom: { style: BorderStyle.SINGLE, size: 4, space: 4, color: '808080' } },
        children: [createRun(text, small)],
      }),
    ],
  })

const createFooter = () =>
  new Footer({
    children: [
      new Paragraph({
        alignment: AlignmentType.CENTER,
        children: [
          new TextRun({
            font: FONTS.table,
            size: FONT_HALF_POINTS.small,
            children: ['第 ', PageNumber.CURRENT, ' 页　共 ', PageNumber.TOTAL_PAGES, ' 页'],
          }),
        ],
      }),
    ],
  })

export const createWordTitle = (text: string): Paragraph =>
  new Paragraph({ heading: HeadingLevel.TITLE, children: [createRun(text)] })

export const createWordHeading = (
  text: string,
  level: 1 | 2 = 1,
  { isOnNewPage = false }: { isOnNewPage?: boolean } = {},
): Paragraph =>
  new Paragraph({
    pageBreakBefore: isOnNewPage,
    heading: level === 1 ? HeadingLevel.HEADING_1 : HeadingLevel.HEADING_2,
    children: [createRun(text)],
  })

type ParagraphOptions = { isBold?: boolean; isCentred?: boolean; keepsWithNext?: boolean }

/** Returns a paragraph of text. Line breaks stay. One that introduces what follows stands on the same page. */
export const createWordParagraph = (text: string, options: ParagraphOptions = {}): Paragraph =>
  new Paragraph({
    ...(options.keepsWithNext && { keepNext: true }),
    spacing: { before: 80, after: 80, line: LINE_TWIPS },
    ...(options.isCentred ? { alignment: AlignmentType.CENTER } : { indent: { firstLine: INDENT_TWIPS } }),
    children: toXmlText(text)
      .split('\n')
      .map((line, index) => createRun(line, { bold: options.isBold ?? false, ...(index > 0 && { break: 1 }) })),
  })

export const createWordBullets = (texts: readonly string[]): Paragraph[] =>
  texts.map(
    (text) => new Paragraph({ bullet: { level: 0 }, spacing: { line: LINE_TWIPS }, children: [createRun(text)] }),
  )

const CELL_MARGINS = { top: 50, bottom: 50, left: 80, right: 80 }
/** A row with a longer text may be split between pages, which would otherwise stay half empty. */
const SPLIT_CHARACTERS = 200
const FIGURE = /^[−-]?[\d,]+(?:\.\d+)?(?:%|元|秒)?$/

/** A picture in a cell, in pixels of 1/96 inch; `text` says what it shows. */
export type WordPicture = { png: Buffer; width: number; height: number; text: string }
type WordCell = string | WordPicture

const toPictureRun = ({ png, width, height, text }: WordPicture): ImageRun =>
  new ImageRun({
    type: 'png',
    data: png,
    transformation: { width, height },
    altText: { name: toXmlText(text), title: toXmlText(text), description: toXmlText(text) },
  })

type CellOptions = { width: number; isHead?: boolean; isLabel?: boolean; keepNext?: boolean }

function createCell(
  content: WordCell,
  { width, isHead = false, isLabel = false, keepNext = false }: CellOptions,
): TableCell {
  const text = typeof content === 'string' ? content : ''
  const alignment = isHead ? AlignmentType.CENTER : FIGURE.test(text) ? AlignmentType.RIGHT : undefined
  // A report has tens of thousands of cells: what they share is in styles, and what is usual is left out.
  const common = { style: isHead ? TABLE_HEAD : TABLE_TEXT, ...(keepNext && { keepNext }) }
  return new TableCell({
    ...((isHead || isLabel) && { shading: { fill: HEAD_FILL } }),
    width: { size: width, type: WidthType.DXA },
    verticalAlign: VerticalAlignTable.CENTER,
    children:
      typeof content !== 'string'
        ? [new Paragraph({ ...common, children: [toPictureRun(content)] })]
        : toXmlText(text)
            .split('\n')
            .map(
              (line) => new Paragraph({ ...common, ...(alignment && { alignment }), children: [new TextRun(line)] }),
            ),
  })
}

/** Returns widths in twips that add up to that of the text; the columns without a share of `percents` share the rest. */
function toWidths(columns: number, percents: readonly number[], isLandscape: boolean): number[] {
  const taken = percents.slice(0, columns).reduce((sum, percent) => sum + percent, 0)
  const rest = (100 - taken) / Math.max(1, columns - percents.length)
  const total = getTextWidth(isLandscape)
  return Array.from({ length: columns }, (_, column) => Math.floor((total * (percents[column] ?? rest)) / 100))
}

const createTable = (widths: readonly number[], rows: TableRow[]): Table =>
  new Table({
    width: { size: widths.reduce((sum, width) => sum + width, 0), type: WidthType.DXA },
    columnWidths: [...widths],
    layout: TableLayoutType.FIXED,
    margins: CELL_MARGINS,
    rows,
  })

/**
 * Returns a table of full width, with its header repeated on every page. `percents` are the widths of the first columns;
 * the others share the rest.
 */
export function createWordTable(
  titles: readonly string[],
  rows: readonly (readonly WordCell[])[],
  { percents = [], isLandscape = false }: { percents?: readonly number[]; isLandscape?: boolean } = {},
): Table {
  const widths = toWidths(titles.length, percents, isLandscape)
  const toCells = (cells: readonly WordCell[], isHead: boolean) =>
    widths.map((width, column) => createCell(cells[column] ?? '', { width, isHead, keepNext: isHead }))
  return createTable(widths, [
    new TableRow({ tableHeader: true, cantSplit: true, children: toCells(titles, true) }),
    ...rows.map(
      (cells) =>
        new TableRow({
          cantSplit: cells.every((cell) => typeof cell !== 'string' || cell.length <= SPLIT_CHARACTERS),
          children: toCells(cells, false),
        }),
    ),
  ])
}

/** Returns a table of labels and what belongs to them, such as the number and the time of an act. */
export function createWordFacts(facts: readonly (readonly [label: string, text: string])[]): Table {
  const [labelWidth = 0, textWidth = 0] = toWidths(2, [22], false)
  return createTable(
    [labelWidth, textWidth],
    facts.map(
      ([label, text]) =>
        new TableRow({
          cantSplit: text.length <= SPLIT_CHARACTERS,
          children: [createCell(label, { width: labelWidth, isLabel: true }), createCell(text, { width: textWidth })],
        }),
    ),
  )
}

const SIGNATURE_TWIPS = 760

/** Returns lines on which people sign by hand, each with their role and name; the heading stays with the first two. */
export function createWordSignatures(people: readonly (readonly [role: string, name: string])[]): Table {
  const widths = toWidths(4, [16, 28, 30, 26], false)
  const toRow = (texts: readonly string[], isHead: boolean, isLast: boolean) =>
    new TableRow({
      cantSplit: true,
      tableHeader: isHead,
      ...(!isHead && { height: { value: SIGNATURE_TWIPS, rule: HeightRule.ATLEAST } }),
      children: widths.map((width, column) => createCell(texts[column] ?? '', { width, isHead, keepNext: !isLast })),
    })
  return createTable(widths, [
    toRow(['身份', '姓名', '签字', '日期'], true, false),
    ...people.map(([role, name], index) => toRow([role, name, '', '　　　　年　　月　　日'], false, index > 0)),
  ])
}
