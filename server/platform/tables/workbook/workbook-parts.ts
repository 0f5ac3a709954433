/** Reads the parts that all sheets of a workbook share (ECMA-376 part 1, 18). */
import { posix } from 'node:path'
import { BUILT_IN_FORMATS } from './built-in-formats.ts'
import { createTextReader } from './cell-text.ts'
import { WorkbookError, type WorkbookPackage } from './package.ts'
import { parseAllXml } from './parse-xml.ts'

type SheetPart = { name: string; isHidden: boolean; path: string }
export type Workbook = {
  sheets: readonly SheetPart[]
  usesDates1904: boolean
  /** The number format of each cell style. */
  formats: readonly string[]
  /** The shared texts; `null` for one that is too long for a cell. */
  texts: readonly (string | null)[]
}

type Relationship = { id: string; type: string; path: string }

/** Reads a workbook without its rows. Throws `WorkbookError` if it has no sheets. */
export async function readWorkbook(source: WorkbookPackage): Promise<Workbook> {
  const root = await readRelationships(source, '')
  const path = root.find(({ type }) => type === 'officeDocument')?.path
  if (path === undefined || !source.has(path)) throw new WorkbookError('broken')
  const relationships = await readRelationships(source, path)
  const { sheets, usesDates1904 } = await readSheets(source, path, relationships)
  if (sheets.length === 0) throw new WorkbookError('noSheet')
  const findPart = (partType: string) => {
    const part = relationships.find(({ type }) => type === partType)?.path
    return part !== undefined && source.has(part) ? part : undefined
  }
  const stylesPath = findPart('styles')
  const textsPath = findPart('sharedStrings')
  return {
    sheets,
    usesDates1904,
    formats: stylesPath === undefined ? [] : await readFormats(source, stylesPath),
    texts: textsPath === undefined ? [] : await readTexts(source, textsPath),
  }
}

/** Reads the relationships of a part; '' are those of the package. Types are without their namespace. */
async function readRelationships(source: WorkbookPackage, part: string): Promise<Relationship[]> {
  const folder = posix.dirname(part)
  const path = posix.join(folder, '_rels', `${posix.basename(part)}.rels`)
  if (!source.has(path)) return []
  return parseAllXml<Relationship>(source.read(path), (emit) => ({
    open(name, { Id = '', Type = '', Target = '' }) {
      if (name !== 'Relationship') return
      const target = Target.startsWith('/') ? Target.slice(1) : posix.join(folder, Target)
      emit({ id: Id, type: posix.basename(Type), path: target })
    },
  }))
}

async function readSheets(source: WorkbookPackage, path: string, relationships: readonly Relationship[]) {
  const paths = new Map(
    relationships.flatMap(({ id, type, path: target }) => (type === 'worksheet' ? [[id, target]] : [])),
  )
  let usesDates1904 = false
  const sheets = await parseAllXml<SheetPart>(source.read(path), (emit) => ({
    open(name, attributes) {
      if (name === 'workbookPr') usesDates1904 = /^(1|true|on)$/.test(attributes.date1904 ?? '')
      if (name !== 'sheet') return
      const id = Object.entries(attributes).find(([key]) => /^[^:]+:id$/.test(key))?.[1]
      const sheetPath = paths.get(id ?? '')
      // Sheets that contain only a chart have no rows.
      if (sheetPath === undefined || !source.has(sheetPath)) return
      const isHidden = attributes.state === 'hidden' || attributes.state === 'veryHidden'
      emit({ name: attributes.name ?? '', isHidden, path: sheetPath })
    },
  }))
  return { sheets, usesDates1904 }
}

/** Returns the number format of each cell style. */
async function readFormats(source: WorkbookPackage, path: string): Promise<string[]> {
  const codes = new Map<string, string>()
  let isInCellFormats = false
  const ids = await parseAllXml<string>(source.read(path), (emit) => ({
    open(name, { numFmtId = '0', formatCode = '' }) {
      if (name === 'numFmt') codes.set(numFmtId, formatCode)
      else if (name === 'cellXfs') isInCellFormats = true
      else if (name === 'xf' && isInCellFormats) emit(numFmtId)
    },
    close(name) {
      if (name === 'cellXfs') isInCellFormats = false
    },
  }))
  return ids.map((id) => codes.get(id) ?? BUILT_IN_FORMATS[id] ?? 'General')
}

async function readTexts(source: WorkbookPackage, path: string): Promise<(string | null)[]> {
  const reader = createTextReader()
  return parseAllXml<string | null>(source.read(path), (emit) => ({
    open(name) {
      if (name === 'si') reader.start()
      reader.open(name)
    },
    text: reader.add,
    close(name) {
      reader.close(name)
      if (name === 'si') emit(reader.getText())
    },
  }))
}
