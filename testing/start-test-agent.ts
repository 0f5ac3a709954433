import { onTestFinished } from 'vitest'
import { type Respond, startAgent } from './agent-server.ts'

/** Starts a server that replies like an agent, until the test ends. */
export async function startTestAgent(respond: Respond) {
  const agent = await startAgent(respond)
  onTestFinished(agent.stop)
  return agent
}
