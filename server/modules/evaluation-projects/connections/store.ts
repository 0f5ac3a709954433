import type { Insertable, Selectable } from 'kysely'
import type { Queryable } from '#server/platform/database/database.ts'
import type { AgentConnectionsTable } from '#server/platform/database/tables/evaluations.ts'

export type ConnectionRow = Selectable<AgentConnectionsTable>

/** Identifies a connection. */
export type ConnectionId = { projectId: string; candidate: string }

export const listConnections = (db: Queryable, projectId: string): Promise<ConnectionRow[]> =>
  db.selectFrom('agentConnections').selectAll().where('projectId', '=', projectId).orderBy('candidate').execute()

export const findConnection = (
  db: Queryable,
  { projectId, candidate }: ConnectionId,
): Promise<ConnectionRow | undefined> =>
  db
    .selectFrom('agentConnections')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('candidate', '=', candidate)
    .executeTakeFirst()

export const saveConnection = (db: Queryable, row: Insertable<AgentConnectionsTable>) =>
  db
    .insertInto('agentConnections')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['projectId', 'candidate']).doUpdateSet(({ ref }) => ({
        settingsJson: ref('excluded.settingsJson'),
        keysEncrypted: ref('excluded.keysEncrypted'),
        origin: ref('excluded.origin'),
        version: ref('excluded.version'),
        updatedAt: ref('excluded.updatedAt'),
      })),
    )
    .execute()

export const updateLastProbe = (db: Queryable, { projectId, candidate }: ConnectionId, lastProbeJson: string) =>
  db
    .updateTable('agentConnections')
    .set({ lastProbeJson })
    .where('projectId', '=', projectId)
    .where('candidate', '=', candidate)
    .execute()

/** Deletes a connection. Returns `false` if it doesn't exist. */
export async function deleteConnection(db: Queryable, { projectId, candidate }: ConnectionId): Promise<boolean> {
  const deleted = await db
    .deleteFrom('agentConnections')
    .where('projectId', '=', projectId)
    .where('candidate', '=', candidate)
    .executeTakeFirst()
  return deleted.numDeletedRows > 0n
}

/** Deletes the connections but some, such as those of candidates that a project no longer has. */
export const deleteOtherConnections = (db: Queryable, projectId: string, candidates: readonly string[]) =>
  db
    .deleteFrom('agentConnections')
    .where('projectId', '=', projectId)
    .where('candidate', 'not in', candidates)
    .execute()

/** Lists to which servers connections lead, those of the most connections first. */
export async function listOrigins(db: Queryable) {
  const rows = await db
    .selectFrom('agentConnections')
    .select((eb) => [
      'origin',
      eb.fn.countAll<number | string>().as('connections'),
      eb.fn.count<number | string>('projectId').distinct().as('projects'),
    ])
    .groupBy('origin')
    .orderBy('connections', 'desc')
    .orderBy('origin')
    .execute()
  return rows.map(({ origin, connections, projects }) => ({
    origin,
    connections: Number(connections),
    projects: Number(projects),
  }))
}

/** Lists the encrypted secrets of all connections, to encrypt them again. */
export const listEncryptedSecrets = (db: Queryable) =>
  db
    .selectFrom('agentConnections')
    .select(['projectId', 'candidate', 'keysEncrypted'])
    .where('keysEncrypted', 'is not', null)
    .execute()

export const replaceEncryptedSecrets = (
  db: Queryable,
  { projectId, candidate }: ConnectionId,
  { from, to }: { from: string; to: string },
) =>
  db
    .updateTable('agentConnections')
    .set({ keysEncrypted: to })
    .where('projectId', '=', projectId)
    .where('candidate', '=', candidate)
    .where('keysEncrypted', '=', from)
    .execute()
