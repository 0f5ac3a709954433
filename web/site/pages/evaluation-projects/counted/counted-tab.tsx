import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PROJECT_MESSAGES } from '#contracts/evaluation-projects/messages.ts'
import type { ProjectCandidate } from '#contracts/evaluation-projects/project.ts'
import { listMeasuredCriteria, listRunCriteria } from '#contracts/rules/evaluation/counted-criteria.ts'
import { Button } from '../../../components/buttons.tsx'
import { EmptyNotice } from '../../../components/page-states.tsx'
import { analysisQuery, type LoadedProject } from '../project-queries.ts'
import { CountedCriteria } from './counted-tables.tsx'
import { MeasurementDialog } from './measurement-dialog.tsx'

/** What criteria are counted from: trials, and the figures of a pilot, which are entered here. */
export function CountedTab({ project }: { project: LoadedProject }) {
  const { setup, measurements, status } = project.data
  const [edited, setEdited] = useState<ProjectCandidate>()
  const measured = listMeasuredCriteria(setup)
  const runs = listRunCriteria(setup)
  const { data } = useQuery({ ...analysisQuery(project.data), enabled: runs.length > 0, staleTime: 0 })
  const isLocked = status === 'review' || status === 'final'
  if (setup.candidates.length === 0) return <EmptyNotice message="先在设定中添加候选。" />
  return (
    <div className={`grid items-start gap-6 ${measured.length > 0 ? 'lg:grid-cols-[22rem_minmax(0,1fr)]' : ''}`}>
      {measured.length > 0 && (
        <section aria-label="试点数据" className="card p-5">
          <h2 className="text-xl">试点数据</h2>
          <p className="mt-2 text-sm text-muted">
            {isLocked
              ? `${PROJECT_MESSAGES.measurementsLocked}。`
              : '填写各候选试点前后的数据，由标准判定达到与否，评委不打分。评委与只读链接在进入复议前看不到。'}
          </p>
          <ul className="mt-3 divide-y divide-line border-y border-line">
            {setup.candidates.map((candidate) => {
              const own = measurements.filter((item) => item.candidate === candidate.key && item.after !== null)
              return (
                <li key={candidate.key} className="flex min-h-14 items-center justify-between gap-3 py-2">
                  <span className="min-w-0">
                    <bdi className="font-medium break-words">{candidate.name}</bdi>
                    <span className="block text-sm text-muted tabular-nums">
                      {`已测${own.length}/${measured.length}项`}
                    </span>
                  </span>
                  {!isLocked && (
                    <Button
                      variant="outline"
                      aria-label={`${own.length > 0 ? '修改' : '填写'}${candidate.name}的试点数据`}
                      onClick={() => setEdited(candidate)}
                    >
                      {own.length > 0 ? '修改' : '填写'}
                    </Button>
                  )}
                </li>
              )
            })}
          </ul>
        </section>
      )}
      <section aria-label="计分的依据" className="card min-w-0 p-5">
        <CountedCriteria
          setup={setup}
          measurements={measurements}
          trialCounts={data?.data.trialCounts ?? []}
          criteria={[...runs, ...measured]}
        />
      </section>
      {edited && (
        <MeasurementDialog
          key={edited.key}
          project={project}
          candidate={edited}
          criteria={measured}
          onClose={() => setEdited(undefined)}
        />
      )}
    </div>
  )
}
