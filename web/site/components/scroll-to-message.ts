/** Scrolls to a message that may appear outside the viewport of a phone; used as a ref callback. */
export const scrollToMessage = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' })
