import { type Kysely, sql } from 'kysely'

type Judge = { id: string; isOwner: unknown; createdAt: string; steps: string }
type Step = { from: string; to: string; at: string }

/**
 * Adds when a judge could first see the scores of others. Until now these were shown to every judge from 复议 on, also to
 * those who hadn't submitted, and to the owner.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('evaluation_judges').addColumn('others_visible_at', 'text').execute()
  const { rows } = await sql<Judge>`select evaluation_judges.id, evaluation_judges.created_at,
      evaluation_judges.user_id = evaluation_projects.owner_id as "isOwner", evaluation_projects.steps_json as steps
    from evaluation_judges
    join evaluation_projects on evaluation_projects.id = evaluation_judges.project_id`.execute(db)
  for (const { id, isOwner, createdAt, steps } of rows) {
    const visibleAt = findFirstSight(parseSteps(steps), isOwner === true || isOwner === 1 ? '' : createdAt)
    if (visibleAt !== undefined)
      await sql`update evaluation_judges set others_visible_at = ${visibleAt} where id = ${id}`.execute(db)
  }
}

function parseSteps(json: string): Step[] {
  const steps: unknown = JSON.parse(json)
  return Array.isArray(steps) ? steps : []
}

/** Returns the first time in 复议 or 定稿 from a time on; `undefined` if the project wasn't in either since then. */
function findFirstSight(steps: readonly Step[], since: string): string | undefined {
  let openedAt: string | undefined
  for (const { from, to, at } of steps) {
    if (from === 'scoring' && to === 'review') openedAt = at
    if (from !== 'review' || to !== 'scoring' || openedAt === undefined) continue
    if (since < at) return maxTime(openedAt, since)
    openedAt = undefined
  }
  return openedAt === undefined ? undefined : maxTime(openedAt, since)
}

const maxTime = (a: string, b: string): string => (a > b ? a : b)
