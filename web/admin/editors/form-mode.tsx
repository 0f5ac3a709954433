import { Button } from 'antd'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useEditor } from './editor-context.tsx'
import { Fields } from './fields/fields.tsx'
import type { FormSection } from './form/form-types.ts'
import { getSectionKey } from './form-view-state.ts'

/** The document as a form of collapsible sections. */
export function FormMode() {
  const { form, viewState, resource } = useEditor()
  const sectionKeys = form.sections.map(({ label }) => getSectionKey(label))
  const isAllExpanded = useSyncExternalStore(viewState.subscribe, () =>
    sectionKeys.every((key) => viewState.isExpanded(key)),
  )
  const expandOrCollapseAll = () => {
    for (const key of sectionKeys) viewState.setExpanded(key, !isAllExpanded)
  }
  return (
    <div className="@container flex flex-col gap-3">
      <div className="flex justify-end">
        <Button type="link" size="small" onClick={expandOrCollapseAll}>
          {isAllExpanded ? '全部收起' : '全部展开'}
        </Button>
      </div>
      {form.sections.map((section) => (
        <Section key={section.label} section={section} />
      ))}
      {resource.kind && (
        <p className="pt-2 text-sm text-muted">提示：表单模式适合编辑基本内容；复杂的嵌套内容建议使用JSON模式。</p>
      )}
    </div>
  )
}

function Section({ section }: { section: FormSection }) {
  const { viewState } = useEditor()
  const key = getSectionKey(section.label)
  const isExpanded = useSyncExternalStore(viewState.subscribe, () => viewState.isExpanded(key))
  const Arrow = isExpanded ? ChevronDown : ChevronRight
  return (
    <section className="panel" aria-label={section.label}>
      <h2 className="text-base">
        <button
          type="button"
          aria-expanded={isExpanded}
          className="flex min-h-13 w-full cursor-pointer items-center gap-2 border-0 bg-transparent px-4 text-left font-[inherit] text-[inherit] text-ink"
          onClick={() => viewState.setExpanded(key, !isExpanded)}
        >
          <Arrow className="size-4 shrink-0 text-muted" aria-hidden />
          {section.label}
        </button>
      </h2>
      {isExpanded && (
        <div className="border-t border-line px-4 py-4 md:px-5">
          <Fields fields={section.fields} path={section.path} />
        </div>
      )}
    </section>
  )
}
