import type { TaskOrigin } from '../../evaluation-projects/task.ts'

/** Names the version of the question bank that a task was copied from, and says if it was edited since. */
export const describeOrigin = ({ title, version, isEdited }: TaskOrigin): string =>
  `“${title}”第${version}版${isEdited ? '，已修改' : ''}`
