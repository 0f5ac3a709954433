import { createZip } from './zip.ts'

/** Creates a minimal workbook with the rows of a sheet, and more or other parts. */
export function createWorkbook(rows: string, more: Parameters<typeof createZip>[0] = {}): Buffer {
  const spreadsheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const officeRelationshipsNamespace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const packageRelationships = 'http://schemas.openxmlformats.org/package/2006/relationships'
  return createZip({
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels':
      `<Relationships xmlns="${packageRelationships}">` +
      `<Relationship Id="rId1" Type="${officeRelationshipsNamespace}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml':
      `<workbook xmlns="${spreadsheet}" xmlns:r="${officeRelationshipsNamespace}">` +
      '<sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      `<Relationships xmlns="${packageRelationships}">` +
      `<Relationship Id="rId1" Type="${officeRelationshipsNamespace}/worksheet" Target="worksheets/sheet1.xml"/>` +
      `<Relationship Id="rId2" Type="${officeRelationshipsNamespace}/worksheet" Target="worksheets/sheet2.xml"/>` +
      `<Relationship Id="rId3" Type="${officeRelationshipsNamespace}/styles" Target="styles.xml"/>` +
      `<Relationship Id="rId4" Type="${officeRelationshipsNamespace}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${spreadsheet}"><sheetData>${rows}</sheetData></worksheet>`,
    ...more,
  })
}
