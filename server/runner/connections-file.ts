/** The connections that a runner brings along, so that their keys never reach the platform. */
import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { z } from 'zod'
import { ConnectionSaveSchema, type ConnectionSettings } from '#contracts/agents/connection.ts'
import { isObject } from '#contracts/rules/is-object.ts'
import { UsageError } from './options.ts'

/** A connection with its keys. */
export type OwnConnection = ConnectionSettings & { secret: string | null; headers: Readonly<Record<string, string>> }

const FileSchema = z.object({ connections: z.record(z.string(), z.unknown()) })

/** A key that is read from the environment, such as `{ env: AGENT_KEY }`. */
const EnvironmentSchema = z.strictObject({ env: z.string() })

/**
 * Reads connections by the key or the name of their candidates, with the fields of `ConnectionSave`. A secret or a header
 * may be `{ env: NAME }`. Throws `UsageError` with the place of every mistake.
 */
export async function readConnectionsFile(
  path: string,
  environment: NodeJS.ProcessEnv,
): Promise<ReadonlyMap<string, OwnConnection>> {
  const { data } = FileSchema.safeParse(await readYaml(path))
  if (!data) throw new UsageError(`${path} 有误：应有 connections，其下是各候选的连接`)
  const problems: string[] = []
  const connections = new Map<string, OwnConnection>()
  for (const [candidate, value] of Object.entries(data.connections)) {
    const parsed = ConnectionSaveSchema.strict().safeParse(fillFromEnvironment(value, environment))
    if (parsed.success) connections.set(candidate, toOwnConnection(parsed.data))
    else
      problems.push(
        ...parsed.error.issues.map(
          ({ path: place, message }) => `connections.${[candidate, ...place].join('.')}：${message}`,
        ),
      )
  }
  if (problems.length > 0) throw new UsageError(`${path} 有误：\n${problems.join('\n')}`)
  return connections
}

async function readYaml(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new UsageError(`读不到 ${path}`)
  })
  try {
    return parse(text, { maxAliasCount: 0 })
  } catch (error) {
    throw new UsageError(`${path} 不是有效的YAML：${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Replaces what is to be read from the environment; a variable that isn't set is blank, and so refused. */
function fillFromEnvironment(value: unknown, environment: NodeJS.ProcessEnv): unknown {
  if (!isObject(value)) return value
  const fill = (part: unknown): unknown => {
    const { data } = EnvironmentSchema.safeParse(part)
    return data ? (environment[data.env] ?? `（没有环境变量 ${data.env}）`) : part
  }
  const headers = isObject(value.headers)
    ? Object.fromEntries(Object.entries(value.headers).map(([name, part]) => [name, fill(part)]))
    : value.headers
  return {
    ...value,
    ...(value.secret !== undefined && { secret: fill(value.secret) }),
    ...(headers !== undefined && { headers }),
  }
}

const toOwnConnection = ({
  secret,
  headers = {},
  ...settings
}: z.output<typeof ConnectionSaveSchema>): OwnConnection => ({
  ...settings,
  secret: secret === '' ? null : secret,
  headers,
})
