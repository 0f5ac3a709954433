import type { ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import { ConnectionsSection } from '../connections/connections-section.tsx'
import { SealSection } from '../seals/seal-section.tsx'
import { RunsSection } from './runs-section.tsx'

/** How the candidates are asked, and what came of it. */
export const AgentTests = ({ project }: { project: ProjectView }) => (
  <>
    <SealSection project={project} />
    <ConnectionsSection project={project} />
    <RunsSection project={project} />
  </>
)
