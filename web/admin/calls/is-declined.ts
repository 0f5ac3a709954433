/** Returns whether a call wasn't made because the user declined to confirm its consequences: nothing is to be reported. */
export const isDeclined = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'
