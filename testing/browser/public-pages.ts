/** An address of every public page and of each of its views. */
export const PUBLIC_PAGES = [
  '/',
  '/community',
  '/community?tab=events',
  '/community?tab=members',
  '/community?tab=join',
  '/community?join=open',
  '/selection',
  '/selection?package=对比选型',
  '/evaluation',
  '/evaluation?view=tool',
  '/submit',
  '/submit/status',
]
