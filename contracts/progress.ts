/**
 * The progress of a long call. A client that accepts `PROGRESS_TYPE` gets a line of JSON for each step and then the reply
 * in a last line, instead of the reply alone. The status of the response is 200 once the first line was sent; that of the
 * reply is in its line.
 */
export const PROGRESS_TYPE = 'application/x-ndjson'

/** `total` is 0 while it is unknown. */
export type Progress = { step: 'read' | 'plan' | 'save'; done: number; total: number }

export type ReportProgress = (progress: Progress) => void

export type ProgressLine = { progress: Progress } | { status: number; body: unknown }
