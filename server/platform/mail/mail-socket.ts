import { connect, type Socket } from 'node:net'
import { type AllowedHosts, canConnect, isListedHost } from '../allowed-hosts.ts'
import { ConnectionError, resolveAllowedAddresses } from '../guarded-connection.ts'
import { type ResolveHost, toAddressOptions } from '../resolve-host.ts'
import { MailError } from './mail-error.ts'

/** Submission and relay, and the alternative port that providers offer. */
export const MAIL_PORTS: readonly number[] = [25, 465, 587, 2525]

type MailServer = { host: string; port: number }

/** A connection, and whether the operator has listed its server. */
type MailSocket = { socket: Socket; isTrusted: boolean }

type ConnectOptions = { hosts: AllowedHosts; resolve: ResolveHost; timeoutMs: number; signal: AbortSignal }

/**
 * Connects to a mail server that `hosts` allows, through a guarded connection. Throws `MailError`.
 */
export async function connectToServer(
  { host, port }: MailServer,
  { hosts, resolve, timeoutMs, signal }: ConnectOptions,
): Promise<MailSocket> {
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  const addresses = await resolveAllowedAddresses(host, {
    resolve,
    isAllowed: (address) => canConnect(hosts, { host, address, port }, MAIL_PORTS),
    deadline,
  }).catch((error: unknown) => {
    throw error instanceof ConnectionError ? toResolutionError(error, { host, port }) : error
  })
  const socket = await openConnection({ host, port }, addresses, deadline)
  const { remoteAddress: address = '' } = socket
  return { socket, isTrusted: isListedHost(hosts, { host, address, port }, MAIL_PORTS) }
}

function toResolutionError({ failure }: ConnectionError, { host, port }: MailServer): MailError {
  if (failure === 'notAllowed') return new MailError('addressNotAllowed', { detail: `${host}:${port}` })
  return new MailError(failure === 'timeout' ? 'timeout' : 'unknownHost', { detail: host })
}

function openConnection(
  { host, port }: MailServer,
  addresses: readonly string[],
  deadline: AbortSignal,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    if (deadline.aborted) return reject(new MailError('timeout', { detail: host }))
    const socket = connect({ host, port, ...toAddressOptions(addresses) })
    const abort = () => socket.destroy(new MailError('timeout', { detail: host }))
    deadline.addEventListener('abort', abort, { once: true })
    socket.once('error', (error) =>
      reject(error instanceof MailError ? error : new MailError('unreachable', { detail: describe(error) })),
    )
    socket.once('connect', () => {
      deadline.removeEventListener('abort', abort)
      socket.removeAllListeners('error')
      resolve(socket)
    })
  })
}

const REASON_BY_CODE: Readonly<Record<string, string>> = {
  ECONNREFUSED: '拒绝了连接',
  ECONNRESET: '中断了连接',
  ETIMEDOUT: '没有应答',
  EHOSTUNREACH: '不可达',
  ENETUNREACH: '不可达',
  EACCES: '被本机的防火墙拦截',
}

type SocketError = Error & { code?: string; address?: string; port?: number }

/** Returns the reason of an error in Chinese; if several addresses were tried, that of each. */
function describe(error: SocketError): string {
  if (error instanceof AggregateError) return error.errors.map(describe).join('；')
  const { code = '', address = '', port, message } = error
  const reason = REASON_BY_CODE[code]
  return reason === undefined || port === undefined ? message : `${address}:${port} ${reason}`
}
