/** An address of every public page and of each of its views. */
export const PUBLIC_PAGES = ['/', '/submit', '/submit/status', '/evaluation', '/evaluation?view=tool']
