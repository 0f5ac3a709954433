import type { ReactNode } from 'react'

/** A titled group of fields, two per row on a wide screen. */
export const FieldGroup = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset>
    <legend className="mb-4 w-full border-b border-line pb-2 text-lg font-semibold">{title}</legend>
    <div className="grid gap-x-6 gap-y-5 md:grid-cols-2">{children}</div>
  </fieldset>
)
