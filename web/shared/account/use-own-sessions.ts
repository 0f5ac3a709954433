import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Session } from '#contracts/identity/account.ts'
import { accountSecurityCalls } from '#contracts/identity/security-calls.ts'
import type { CallFunction } from '../call.ts'
import { createCallOnce } from '../call-once.ts'
import { createQueryOf } from '../call-query.ts'
import { formatMinute } from '../formats.ts'

/** The sessions to end: one, or all except the current one. */
export type SessionEnd = { kind: 'one'; session: Session } | { kind: 'others'; currentSessionId: string }

/** The texts of ending sessions: of the button, and of the notice afterwards. */
export const SESSION_END_TEXTS: Record<SessionEnd['kind'], { label: string; done: string }> = {
  one: { label: '退出该设备', done: '该设备已退出登录' },
  others: { label: '退出其他设备', done: '其他设备已退出登录' },
}

/** Describes where and when a session began, and until when it is valid. */
export const describeSession = ({ ip, createdAt, expiresAt }: Session): string =>
  `${ip ?? '地址未知'}，${formatMinute(createdAt)}登录，${formatMinute(expiresAt)}到期`

/**
 * Returns the query for the user's sessions, what ends all others (undefined if there are none), and which end waits for
 * the password.
 */
export function useOwnSessions(call: CallFunction, userId: string | undefined) {
  const sessionsQuery = useQuery({
    ...createQueryOf(call)(accountSecurityCalls.listSessions, {}, userId),
    select: (reply) => reply.sessions,
    staleTime: 0,
  })
  const [pendingEnd, setPendingEnd] = useState<SessionEnd | null>(null)
  const sessions = sessionsQuery.data ?? []
  const current = sessions.find((session) => session.current)
  const endOfOthers: SessionEnd | undefined =
    current && sessions.length > 1 ? { kind: 'others', currentSessionId: current.id } : undefined
  return { sessionsQuery, endOfOthers, pendingEnd, setPendingEnd }
}

/** Creates the function that ends sessions with the password, so that nobody can do this at an unattended screen. */
export function createEndSessions(call: CallFunction) {
  const callOnce = createCallOnce(call)
  return async (end: SessionEnd, password: string): Promise<void> => {
    const { endSession, endOtherSessions } = accountSecurityCalls
    if (end.kind === 'others')
      await call(endOtherSessions, { body: { currentSessionId: end.currentSessionId, password } })
    else await callOnce(endSession, { params: { id: end.session.id }, body: { password } }, SESSION_END_TEXTS.one.done)
  }
}
