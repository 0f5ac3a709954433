/** The prefix of this screen's query keys. */
export const EVENTS_KEY = ['events'] as const
