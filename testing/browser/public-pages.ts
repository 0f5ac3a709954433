/** An address of every public page and of each of its views. */
export const PUBLIC_PAGES = ['/', '/evaluation', '/evaluation?view=tool']
