/** The types of Office files (ISO/IEC 29500). */
export const DOCX_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The content types of exported files by format. */
export const EXPORT_CONTENT_TYPES = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  docx: DOCX_TYPE,
  xlsx: XLSX_TYPE,
  zip: 'application/zip',
} as const

/** Server-sent events (WHATWG HTML, section 9.2). */
export const EVENT_STREAM_TYPE = 'text/event-stream'
