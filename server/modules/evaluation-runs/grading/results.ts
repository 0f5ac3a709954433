/** What people said of a run's replies: verdicts, agreement, disputes, and who is better side by side. */

import type { PairsReply } from '#contracts/evaluation-analysis/pairs.ts'
import type { GradingDispute, GradingResults } from '#contracts/evaluation-grading/grading.ts'
import { GRADING } from '#contracts/limits.ts'
import { calculateReadingAgreement, isPassVerdict } from '#contracts/rules/evaluation/readings.ts'
import type { RunPlan } from '../plan.ts'
import { listCounted, listReplyVerdicts, listWinners, PreviousSchema } from './settle-item.ts'
import type { GradingItemRow, ReadingRow } from './store.ts'

/** Where the trial at a position belongs. */
type TrialPlaces = ReadonlyMap<number, { task: string; candidate: string; repeat: number }>

type ResultInput = {
  plan: RunPlan
  items: readonly GradingItemRow[]
  readings: readonly ReadingRow[]
  places: TrialPlaces
  /** The names of the judges by their ids. */
  names: ReadonlyMap<string, string>
}

type ReadItem = GradingItemRow & { readings: ReadingRow[] }

/** Returns the winners of the pairs that were decided, by candidate. */
export const listPairJudgements = ({ items, places }: Pick<ResultInput, 'items' | 'places'>) =>
  items.flatMap(({ position, otherPosition, verdict }) => {
    const [a, b] = [places.get(position)?.candidate, places.get(otherPosition ?? -1)?.candidate]
    if (a === undefined || b === undefined) return []
    return verdict === 'a' || verdict === 'b' || verdict === 'tie' ? [{ a, b, winner: verdict }] : []
  })

/** Returns the results; `strengths` are calculated from the pairs' judgements, and `null` without any. */
export function summarizeReadings(input: ResultInput, strengths: PairsReply | null): GradingResults {
  const { items, readings, names, plan } = input
  const given = readings.filter(({ verdict }) => verdict !== null)
  const counted = listCounted(given)
  const byItem = Map.groupBy(counted, ({ itemId }) => itemId)
  const read = items.map((item): ReadItem => ({ ...item, readings: byItem.get(item.id) ?? [] }))
  const replies = read.filter(({ otherPosition }) => otherPosition === null)
  const pairs = read.filter(({ otherPosition }) => otherPosition !== null)
  const disputed = replies.filter(isDisputed).toSorted((a, b) => a.position - b.position)
  const decided = replies.filter(({ verdict }) => verdict !== null)
  const readerIds = new Set([...byItem.values()].flat().map(({ judgeId }) => judgeId))
  return {
    readers: [...readerIds].map((id) => names.get(id) ?? '').toSorted(),
    read: decided.length,
    passed: decided.filter(({ verdict }) => verdict === 'passed').length,
    overturned: decided.filter(isOverturned).length,
    undecided: replies.length - decided.length,
    setAside: given.length - counted.length,
    agreement: calculateReadingAgreement(replies.map((item) => listReplyVerdicts(item.readings))),
    disputed: disputed.length,
    disputes: toDisputes(disputed, input).slice(0, GRADING.disputes),
    pairs: strengths && {
      read: pairs.filter(({ verdict }) => verdict !== null).length,
      undecided: pairs.filter(({ verdict }) => verdict === null).length,
      agreement: calculateReadingAgreement(pairs.map((item) => listWinners(item.readings))),
      candidates: strengths.candidates.map((candidate) => ({
        ...candidate,
        name: plan.candidates.find(({ key }) => key === candidate.key)?.name ?? candidate.key,
      })),
    },
  }
}

/** Returns whether people decided otherwise than checks had. */
function isOverturned({ verdict, previousJson }: GradingItemRow): boolean {
  const previous = previousJson === null ? undefined : PreviousSchema.parse(previousJson)
  return previous !== undefined && previous.decidedBy !== null && previous.outcome !== verdict
}

/** Readers contradict each other. */
const isDisputed = ({ readings }: ReadItem): boolean => new Set(listReplyVerdicts(readings).map(isPassVerdict)).size > 1

function toDisputes(
  replies: readonly ReadItem[],
  { plan, places, names }: Pick<ResultInput, 'plan' | 'places' | 'names'>,
): GradingDispute[] {
  const titles = new Map(plan.tasks.map(({ key, title }) => [key, title]))
  const candidates = new Map(plan.candidates.map(({ key, name }) => [key, name]))
  return replies.flatMap(({ position, verdict, readings }) => {
    const place = places.get(position)
    if (!place) return []
    return {
      task: titles.get(place.task) ?? place.task,
      candidate: candidates.get(place.candidate) ?? place.candidate,
      repeat: place.repeat,
      isPassed: verdict === null ? null : verdict === 'passed',
      readings: readings.flatMap((reading) => {
        const [said] = listReplyVerdicts([reading])
        return said === undefined
          ? []
          : { reader: names.get(reading.judgeId) ?? '', verdict: said, reason: reading.reason }
      }),
    }
  })
}
