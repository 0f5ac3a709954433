import { withKeys } from '../../../shared/with-keys.ts'

/** The changes of a version of the method; empty for the first one. */
export function MethodChanges({ changes }: { changes: readonly string[] }) {
  if (changes.length === 0) return <p className="text-muted">首个版本。</p>
  return (
    <ul className="list-disc space-y-1 pl-5">
      {withKeys(changes, String).map(({ key, item }) => (
        <li key={key}>{item}</li>
      ))}
    </ul>
  )
}
