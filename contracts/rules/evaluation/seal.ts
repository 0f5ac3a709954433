/**
 * Seals of questions. The hash is the SHA-256 of these bytes, without anything between, before or after them:
 *
 * 1. the nonce: 32 random bytes, written as 64 lower-case hexadecimal digits in ASCII;
 * 2. the sealed questions: a list in the project's order, in canonical JSON (RFC 8785), UTF-8.
 *
 * With the file of a report, anybody can recompute the hash of its first seal (jq 1.7 or later):
 *
 *     (jq -j '.data.seals[0].nonce' report.json; jq -Scj '.data.seals[0].questions' report.json) | openssl dgst -sha256
 */
import type { OpenedSeal, Seal } from '../../evaluation-projects/seal.ts'
import type { SealedQuestion, Task } from '../../evaluation-projects/task.ts'
import { isObject } from '../is-object.ts'
import { formatMinuteInShanghai } from '../shanghai-time.ts'
import { toCanonicalJson, tryToCanonicalJson } from './canonical-json.ts'
import { toHex } from './to-hex.ts'

/** Returns what a seal covers: all that decides what is asked, what passes, and how much it counts. */
export const listSealedQuestions = (tasks: readonly Task[]): SealedQuestion[] =>
  tasks.filter(({ isSealed }) => isSealed).map(({ isSealed: _isSealed, origin: _origin, ...question }) => question)

/** Returns the text whose SHA-256 in UTF-8 is the seal's hash. */
export const createSealText = (nonce: string, questions: unknown): string => `${nonce}${toCanonicalJson(questions)}`

/** What became of a seal: `lost` if the platform could no longer decrypt its nonce. */
export type SealVerification = 'matches' | 'differs' | 'lost'

/** Recomputes the hash of an opened seal; the same code runs in browsers and in Node. What has no canonical form differs. */
export async function verifySeal({
  hash,
  nonce,
  questions,
}: Pick<OpenedSeal, 'hash' | 'nonce'> & { questions: unknown }): Promise<SealVerification> {
  if (nonce === null) return 'lost'
  if (tryToCanonicalJson(questions) === undefined) return 'differs'
  const bytes = new TextEncoder().encode(createSealText(nonce, questions))
  return toHex(await crypto.subtle.digest('SHA-256', bytes)) === hash ? 'matches' : 'differs'
}

export type VerifiedSeal = { hash: string; sealedAt: string; count: number; result: SealVerification }

/** Verifies all seals that the data of a report open; a file may contain anything. */
export const verifySeals = (data: unknown): Promise<VerifiedSeal[]> =>
  Promise.all(
    (isObject(data) && Array.isArray(data.seals) ? data.seals : []).flatMap((seal: unknown) => {
      if (!isObject(seal) || !Array.isArray(seal.questions)) return []
      const { hash, sealedAt, nonce, questions } = seal
      if (typeof hash !== 'string' || typeof sealedAt !== 'string') return []
      const known = typeof nonce === 'string' ? nonce : null
      return [
        verifySeal({ hash, nonce: known, questions }).then((result) => ({
          hash,
          sealedAt,
          count: questions.length,
          result,
        })),
      ]
    }),
  )

/** Returns the text by which vendors are told of a seal. `verifyUrl` is the page that verifies reports. */
export const describeSeal = (
  projectName: string,
  { hash, sealedAt, questions }: Pick<Seal, 'hash' | 'sealedAt' | 'questions'>,
  verifyUrl: string,
): string =>
  `“${projectName}”的${questions}道测试题已于${formatMinuteInShanghai(new Date(sealedAt))}（北京时间）密封，定稿前不会公开；此后若有改动，须重新密封，并另列日期。密封的SHA-256：${hash}。定稿时，随机数与题目随报告公开，可在${verifyUrl}核对。`
