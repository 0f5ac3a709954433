/** The parts of our Word documents: headings, paragraphs, tables and their styles. */
import { HeadingLevel, Paragraph, Table, TableCell, TableRow, TextRun, WidthType } from 'docx'

const FONT = { ascii: 'Arial', hAnsi: 'Arial', eastAsia: '微软雅黑' }
const FONT_HALF_POINTS = { text: 21, small: 18 }
const HEAD_FILL = 'F2F2F2'

/** The styles of a document, for its options. */
export const WORD_STYLES = { default: { document: { run: { font: FONT, size: FONT_HALF_POINTS.text } } } }

export const createWordTitle = (text: string): Paragraph =>
  new Paragraph({ text, heading: HeadingLevel.TITLE, spacing: { after: 200 } })

export const createWordHeading = (text: string, level: 1 | 2 = 1): Paragraph =>
  new Paragraph({
    text,
    heading: level === 1 ? HeadingLevel.HEADING_1 : HeadingLevel.HEADING_2,
    keepNext: true,
    spacing: { before: 320, after: 120 },
  })

export const createWordParagraph = (text: string): Paragraph =>
  new Paragraph({ text, spacing: { after: 80, line: 320 } })

/** Returns a table of full width, with its header repeated on every page. `widths` are percentages. */
export function createWordTable(
  titles: readonly string[],
  rows: readonly (readonly string[])[],
  widths?: readonly number[],
): Table {
  const cell = (text: string, column: number, isHead: boolean) =>
    new TableCell({
      ...(isHead && { shading: { fill: HEAD_FILL } }),
      ...(widths && { width: { size: widths[column] ?? 0, type: WidthType.PERCENTAGE } }),
      margins: { top: 40, bottom: 40, left: 80, right: 80 },
      children: text
        .split('\n')
        .map(
          (line) =>
            new Paragraph({ children: [new TextRun({ text: line, size: FONT_HALF_POINTS.small, bold: isHead })] }),
        ),
    })
  return new Table({
    width: { size: 100, type: WidthType.PERCENTAGE },
    rows: [
      new TableRow({ tableHeader: true, children: titles.map((title, column) => cell(title, column, true)) }),
      ...rows.map(
        (row) => new TableRow({ cantSplit: true, children: row.map((text, column) => cell(text, column, false)) }),
      ),
    ],
  })
}
