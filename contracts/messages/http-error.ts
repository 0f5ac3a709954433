/**
 * The messages for replies without one (spec 1 §8, spec 2 §8, spec 3 §8). They are functions of their own, since a table
 * of messages with a function in it isn't inlined, and every visitor would load all of it.
 */
export const describeHttpError = (status: number): string => `HTTP error! status: ${status}`
export const describeUploadError = (status: number): string => `Upload failed! status: ${status}`
