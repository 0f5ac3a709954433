/** Connections of a project's candidates: how the platform asks them. Only the project's owner sees them. */
import { randomUUID } from 'node:crypto'
import type {
  AgentHost,
  Connection,
  ConnectionSave,
  ConnectionSettings,
  ParsedReply,
  Probe,
} from '#contracts/agents/connection.ts'
import { AGENT_KIND_TABLE } from '#contracts/agents/kinds.ts'
import { AGENT_MESSAGES as MESSAGES } from '#contracts/agents/messages.ts'
import { JUDGE_MODEL_KEY } from '#contracts/evaluation-projects/judge-key.ts'
import { PROJECT_MESSAGES } from '#contracts/evaluation-projects/messages.ts'
import { AGENTS } from '#contracts/limits.ts'
import { type AgentService, type Endpoint, getFingerprint } from '#server/modules/agents/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { AppError, forbidden, invalid, invalidField, invalidFields, notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import type { Encryption } from '#server/platform/encryption.ts'
import { matchesRevision } from '#server/platform/http/replies/if-match.ts'
import { VERSION } from '#server/platform/release.ts'
import { canChangeTrials } from '../policy.ts'
import { assertPrecondition, type Projects } from '../projects.ts'
import type { Project } from '../view.ts'
import { type CallCounter, createCallLimits } from './call-limits.ts'
import { decryptSecrets, encryptSecrets, getOrigin, getSecretsPurpose, mergeSecrets } from './secrets.ts'
import {
  type ConnectionId,
  type ConnectionRow,
  deleteConnection,
  findConnection,
  listConnections,
  listEncryptedSecrets,
  listOrigins,
  replaceEncryptedSecrets,
  saveConnection,
  updateLastProbe,
} from './store.ts'
import { pickSettings, toAnswer, toConnection, toExchanged, toSettings, toStoredProbe } from './view.ts'

type Dependencies = {
  database: Database
  clock: Clock
  projects: Projects
  agents: AgentService
  settings: SettingsService
  encryption: Encryption
  /** Whether members may connect agents at all. */
  realRuns: boolean
  publicUrl: string
}

/** How many endpoints are kept, since the connections of few runs are used at once. */
const KEPT_ENDPOINTS = 100

export type { CallCounter } from './call-limits.ts'

export type Connections = ReturnType<typeof createConnections>

/** Whose calls are counted, and how they are made. */
type Caller = { accountId: string; endpoint: Endpoint }

/** `onChange` acts in the transaction of the change, such as on what depends on the judge model. */
type ChangeContext = { owner: Actor; onChange?: (transaction: Transaction) => Promise<void> }

/** Creates the functions for connections of candidates, and of the judge model under its own key. Each checks that the caller owns the project. */
export function createConnections(dependencies: Dependencies) {
  const { database, clock, projects, agents, settings, encryption, realRuns, publicUrl } = dependencies
  const limits = createCallLimits({ database, clock, settings })

  function assertEnabled(): void {
    if (!realRuns) throw forbidden(MESSAGES.disabled)
  }

  const toReply = (row: ConnectionRow): Connection => toConnection(row, decryptSecrets(encryption, row))

  /** Returns a connection. Throws `notFound`. */
  async function get(db: Queryable, id: ConnectionId): Promise<ConnectionRow> {
    const row = await findConnection(db, id)
    if (!row) throw notFound(MESSAGES.connectionNotFound)
    return row
  }

  /** Throws `invalid` for an address that may not be connected to, and for paths that aren't JSONPaths. */
  async function assertUsable({ url, paths }: ConnectionSave): Promise<void> {
    if (!(await agents.isAllowed(url))) throw invalidField('url', MESSAGES.urlNotAllowed)
    const invalidPaths = paths ? await agents.listInvalidPaths(paths) : []
    if (invalidPaths.length > 0)
      throw invalidFields(invalidPaths.map((name) => ({ path: `paths.${name}`, message: MESSAGES.jsonPath })))
  }

  /** Returns how a candidate is called, with its keys. */
  const toEndpoint = (row: ConnectionRow): Endpoint => ({
    ...toSettings(row),
    ...decryptSecrets(encryption, row),
    userAgent: `zhijian/${VERSION} (+${publicUrl}; project ${row.projectId})`,
  })

  /** How the connections that runs have used last are called, each with the row that it was read from. */
  const endpoints = new Map<string, { source: string; endpoint: Endpoint }>()

  /** Returns how a candidate is called, without decrypting the keys again of a connection that hasn't changed. */
  function readEndpoint({ lastProbeJson: _lastProbeJson, ...row }: ConnectionRow): Endpoint {
    const key = JSON.stringify([row.projectId, row.candidate])
    const source = JSON.stringify(row)
    const known = endpoints.get(key)
    if (known?.source === source) return known.endpoint
    const endpoint = toEndpoint({ ...row, lastProbeJson: null })
    endpoints.delete(key)
    const [oldest] = endpoints.keys()
    if (endpoints.size >= KEPT_ENDPOINTS && oldest !== undefined) endpoints.delete(oldest)
    endpoints.set(key, { source, endpoint })
    return endpoint
  }

  return {
    /** Whether members may connect agents and have them asked. */
    isEnabled: realRuns,

    /** Returns how a candidate is called, with its keys, for the runs of its project; `undefined` if it isn't connected. */
    async findEndpoint(id: ConnectionId): Promise<Endpoint | undefined> {
      const row = realRuns ? await findConnection(database.read, id) : undefined
      return row && toEndpoint(row)
    },

    /** Returns how the candidates of a project, and its judge model, are called, by their keys; none if that is disabled. */
    async listEndpoints(projectId: string): Promise<ReadonlyMap<string, Endpoint>> {
      const rows = realRuns ? await listConnections(database.read, projectId) : []
      return new Map(rows.map((row) => [row.candidate, readEndpoint(row)]))
    },

    /** Returns what is stored in the clear of a connection; `undefined` if there is none. */
    async findSettings(db: Queryable, id: ConnectionId): Promise<ConnectionSettings | undefined> {
      const row = await findConnection(db, id)
      return row && toSettings(row)
    },

    /** Returns a connection without its keys, for the owner of its project; `undefined` if there is none. */
    async find(id: ConnectionId): Promise<Connection | undefined> {
      const row = await findConnection(database.read, id)
      return row && toReply(row)
    },

    /** Returns the fingerprints of a project's connections, by the keys of the connected candidates. */
    async listFingerprints(db: Queryable, projectId: string): Promise<ReadonlyMap<string, string>> {
      const rows = (await listConnections(db, projectId)).filter(({ candidate }) => isOfCandidate(candidate))
      return new Map(rows.map((row) => [row.candidate, getFingerprint(toEndpoint(row))]))
    },

    /** Counts a call. Throws `tooManyRequests` above a limit of the platform or of the connection. */
    countCall: (id: ConnectionId, { accountId, endpoint }: Caller): Promise<void> =>
      limits.count(accountId, getOrigin(endpoint.url), toOwnLimit(id, endpoint.perMinute)),

    /** Returns the counter of the calls of a run, towards the limits of the platform and of the connection. */
    createCallCounter: (id: ConnectionId, { accountId, endpoint }: Caller): Promise<CallCounter> =>
      limits.create(accountId, getOrigin(endpoint.url), toOwnLimit(id, endpoint.perMinute)),

    /** Returns the counter of the calls of a runner, which the platform doesn't make, towards the connection's limit. */
    createRunnerCallCounter: (id: ConnectionId, perMinute: number): CallCounter =>
      limits.createOwn(toOwnLimit(id, perMinute)),

    /** Lists the connections of a member's own project, and whether they can be used. Throws `notFound`. */
    async list(projectId: string, owner: Actor): Promise<{ data: Connection[]; isEnabled: boolean }> {
      const project = await projects.getAs(database.read, projectId, owner.id)
      const rows = await listConnections(database.read, project.id)
      return { data: rows.filter(({ candidate }) => isOfCandidate(candidate)).map(toReply), isEnabled: realRuns }
    },

    /**
     * Connects a candidate, or changes its connection. Throws `notFound`, `versionConflict`, `conflict` after 定稿,
     * `forbidden` if members may not connect agents, and `invalid`.
     */
    async save(
      id: ConnectionId,
      input: ConnectionSave,
      { owner, ifMatch, onChange }: ChangeContext & { ifMatch?: string | undefined },
    ): Promise<{ value: Connection; revision: number }> {
      assertCandidate(await projects.getAs(database.read, id.projectId, owner.id), id)
      assertEnabled()
      await assertUsable(input)
      const row = await database.write(async (transaction) => {
        const project = await projects.lockAs(transaction, id.projectId, owner.id)
        assertCandidate(project, id)
        assertPrecondition(canChangeTrials(project.status))
        const stored = await findConnection(transaction.db, id)
        if (!matchesRevision(ifMatch, stored?.version ?? 0))
          throw new AppError('versionConflict', MESSAGES.connectionStale)
        const secrets = mergeSecrets(input, stored && { ...decryptSecrets(encryption, stored), origin: stored.origin })
        await saveConnection(transaction.db, {
          ...id,
          settingsJson: JSON.stringify(pickSettings(input)),
          keysEncrypted: encryptSecrets(encryption, id, secrets),
          origin: getOrigin(input.url),
          lastProbeJson: null,
          version: (stored?.version ?? 0) + 1,
          updatedAt: timestamp(clock),
        })
        // Operators see which servers are asked, and nothing that is said to them.
        const summary = `${AGENT_KIND_TABLE[input.kind].label}，${new URL(input.url).host}`
        const detail = getTargetName(project, id)
        await projects.record(transaction, id.projectId, { by: owner, act: 'connectionSaved', summary, detail })
        await onChange?.(transaction)
        return get(transaction.db, id)
      })
      return { value: toReply(row), revision: row.version }
    },

    /** Deletes a connection with its keys, also if members may not connect agents any more. Throws `notFound`. */
    remove: (id: ConnectionId, { owner, onChange }: ChangeContext): Promise<void> =>
      database.write(async (transaction) => {
        const project = await projects.lockAs(transaction, id.projectId, owner.id)
        if (!(await deleteConnection(transaction.db, id))) throw notFound(MESSAGES.connectionNotFound)
        const detail = getTargetName(project, id)
        await projects.record(transaction, id.projectId, { by: owner, act: 'connectionRemoved', detail })
        await onChange?.(transaction)
      }),

    /**
     * Asks a candidate one question, and stores the outcome with the connection. Throws `notFound`, `conflict` after 定稿,
     * `forbidden`, `tooManyRequests`, and `invalid` with the reason if the agent gives no usable reply.
     */
    async probe(id: ConnectionId, message: string, owner: Actor): Promise<Probe> {
      const project = await projects.getAs(database.read, id.projectId, owner.id)
      assertEnabled()
      assertPrecondition(canChangeTrials(project.status))
      const row = await get(database.read, id)
      const connection = toSettings(row)
      await limits.count(owner.id, getOrigin(connection.url))
      const endpoint = { ...toEndpoint(row), timeoutMs: Math.min(connection.timeoutMs, AGENTS.probeMs) }
      const outcome = await agents.ask(endpoint, {
        message,
        history: [],
        session: null,
        user: `zhijian-${randomUUID()}`,
      })
      const { kind } = connection
      const probe = toStoredProbe(outcome, { message, at: timestamp(clock), version: row.version, kind })
      await database.write(({ db }) => updateLastProbe(db, id, JSON.stringify(probe)))
      if (!outcome.isAnswered) throw invalid(outcome.message)
      return { ...toAnswer(outcome), ...toExchanged(connection, outcome) }
    },

    /** Finds the values of a received reply by other paths. */
    parseReply: (input: Parameters<AgentService['parseReply']>[0]): Promise<ParsedReply> => agents.parseReply(input),

    /** Lists the connections of a project without their keys, for the copy of its owner's data. */
    listForOwner: async (projectId: string): Promise<Connection[]> =>
      (await listConnections(database.read, projectId)).map(toReply),

    /**
     * Lists the servers that members have connected, for staff, those asked most today first: how often they are asked, how
     * many connections and projects, and nothing of them.
     */
    async listHosts(): Promise<AgentHost[]> {
      const origins = await listOrigins(database.read)
      const calls = await limits.listCallsToday(origins.map(({ origin }) => origin))
      return origins
        .map((origin, index) => ({ ...origin, callsToday: calls[index] ?? 0 }))
        .toSorted((one, other) => other.callsToday - one.callsToday)
        .slice(0, AGENTS.hosts)
    },

    /** Encrypts the keys again that were encrypted with a previous secret. Returns how many. */
    reencryptSecrets: (): Promise<number> =>
      database.write(async ({ db }) => {
        let count = 0
        for (const { keysEncrypted, ...id } of await listEncryptedSecrets(db)) {
          if (keysEncrypted === null) continue
          const reencrypted = encryption.reencrypt(keysEncrypted, getSecretsPurpose(id))
          if (reencrypted === undefined) continue
          await replaceEncryptedSecrets(db, id, { from: keysEncrypted, to: reencrypted })
          count += 1
        }
        return count
      }),
  }
}

const toOwnLimit = ({ projectId, candidate }: ConnectionId, perMinute: number) => ({
  key: `${projectId} ${candidate}`,
  perMinute,
})

const isOfCandidate = (key: string): boolean => key !== JUDGE_MODEL_KEY

/** Returns whom a connection asks: the name of a candidate, or the judge model. */
const getTargetName = ({ setup }: Project, { candidate }: ConnectionId): string =>
  isOfCandidate(candidate) ? (setup.candidates.find(({ key }) => key === candidate)?.name ?? candidate) : '裁判模型'

/** Throws `notFound` unless a project has the candidate of a connection. */
function assertCandidate({ setup }: Project, { candidate }: ConnectionId): void {
  if (isOfCandidate(candidate) && !setup.candidates.some(({ key }) => key === candidate))
    throw notFound(PROJECT_MESSAGES.unknownCandidate)
}
