/**
 * The messages for replies without one. They aren't in a table of messages, since a table that contains a function
 * isn't inlined, and every visitor would load all of it.
 */
export const describeHttpError = (status: number): string => `HTTP error! status: ${status}`
export const describeUploadError = (status: number): string => `Upload failed! status: ${status}`
