import type { SubmittedFactRecord } from '#contracts/facts/fact.ts'
import { FactValueSchema } from '#contracts/facts/fact-value.ts'
import { describeFactValue } from '#contracts/rules/facts/value-text.ts'
import type { SubmissionCorrection } from '#contracts/submission-review/correction.ts'
import { CONTACT_FIELDS, OPEN_FIELDS } from '#contracts/submissions/form-parts.ts'
import {
  parseReasons,
  type SubmissionContents,
  SubmissionContentsSchema,
  type SubmissionVersionRow,
} from '#server/modules/submissions/service.ts'

type ToFactRecords = (facts: SubmissionContents['facts']) => readonly SubmittedFactRecord[]

/** Returns what each correction changed, newest first: the difference of an earlier version to the one after it. */
export function compareVersions(
  versions: readonly SubmissionVersionRow[],
  current: SubmissionContents,
  { toFactRecords, askedKeys }: { toFactRecords: ToFactRecords; askedKeys: ReadonlySet<string> },
): SubmissionCorrection[] {
  const contents = [current, ...versions.map(({ contentsJson }) => SubmissionContentsSchema.parse(contentsJson))]
  return versions.flatMap((version, index) => {
    const [after, before] = contents.slice(index, index + 2)
    if (!after || !before) return []
    return {
      returnedAt: version.returnedAt,
      returnedBy: version.returnedBy === null ? null : { id: version.returnedBy, name: version.returnedByName ?? '' },
      correctedAt: version.correctedAt,
      reasons: parseReasons(version.reasonsJson, askedKeys),
      fields: listChangedValues(OPEN_FIELDS, before, after),
      contacts: listChangedValues(CONTACT_FIELDS, before, after),
      facts: listChangedFacts(toFactRecords(before.facts), toFactRecords(after.facts)),
      ...compareFiles(before.files, after.files),
    }
  })
}

const listChangedValues = <Path extends keyof SubmissionContents['values']>(
  paths: readonly Path[],
  before: SubmissionContents,
  after: SubmissionContents,
): { path: Path; before: string; after: string }[] =>
  paths
    .map((path) => ({ path, before: before.values[path], after: after.values[path] }))
    .filter((change) => change.before !== change.after)

/** Facts that differ in value, source or note; '' if there is none. */
function listChangedFacts(before: readonly SubmittedFactRecord[], after: readonly SubmittedFactRecord[]) {
  const removed = before.filter(({ attribute }) => !after.some((fact) => fact.attribute === attribute))
  const pairs = [
    ...after.map((fact) => ({ fact, old: before.find(({ attribute }) => attribute === fact.attribute), next: fact })),
    ...removed.map((fact) => ({ fact, old: fact, next: undefined })),
  ]
  return pairs
    .map(({ fact: { attribute, label }, old, next }) => ({
      attribute,
      label,
      before: old ? describeFact(old) : '',
      after: next ? describeFact(next) : '',
    }))
    .filter((change) => change.before !== change.after)
}

function describeFact(fact: SubmittedFactRecord): string {
  const { success, data } = FactValueSchema.safeParse(fact.value)
  const value = success ? describeFactValue(fact, data) : JSON.stringify(fact.value)
  return [value, fact.note, fact.sourceUrl && `出处：${fact.sourceUrl}`].filter((text) => text !== '').join('\n')
}

type Files = SubmissionContents['files']

function compareFiles(before: Files, after: Files) {
  const findIn = (files: Files, id: string) => files.find((file) => file.id === id)
  return {
    addedFiles: after.filter(({ id }) => !findIn(before, id)),
    removedFiles: before.filter(({ id }) => !findIn(after, id)),
    captions: after.flatMap(({ id, name, caption }) => {
      const old = findIn(before, id)
      if (!old || old.caption === caption) return []
      return { id, name, before: old.caption ?? '', after: caption ?? '' }
    }),
  }
}
