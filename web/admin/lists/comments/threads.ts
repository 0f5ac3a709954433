import type { Comment } from '#contracts/comments/comment.ts'

/** A comment with its replies. */
export type Thread = { begin: Comment; replies: Comment[] }

/** Groups comments to threads: open ones first, each group in the order in which they were begun. */
export function toThreads(comments: readonly Comment[]): { open: Thread[]; resolved: Thread[] } {
  const threads = comments
    .filter(({ id, thread }) => id === thread)
    .map((begin) => ({ begin, replies: comments.filter(({ id, thread }) => thread === begin.id && id !== begin.id) }))
  return {
    open: threads.filter(({ begin }) => begin.resolvedAt === null),
    resolved: threads.filter(({ begin }) => begin.resolvedAt !== null),
  }
}

type Mentionable = { id: string; name: string }

/** Returns the users whose names follow an `@` in a text: of those with the same name, the chosen one. */
export function findMentions(text: string, users: readonly Mentionable[], chosenIds: readonly string[]): string[] {
  const named = users.filter(({ name }) => text.includes(`@${name}`))
  // `@张三丰` doesn't mention 张三.
  const meant = named.filter(
    ({ name }) =>
      !named.some((other) => isLonger(other.name, name) && !text.replaceAll(`@${other.name}`, '').includes(`@${name}`)),
  )
  const isChosen = ({ id }: Mentionable) => chosenIds.includes(id)
  return meant
    .filter(
      (user) => isChosen(user) || !meant.some((other) => other !== user && other.name === user.name && isChosen(other)),
    )
    .map(({ id }) => id)
}

const isLonger = (longer: string, name: string): boolean => longer !== name && longer.startsWith(name)
