/** Runs work in a process of its own, whose memory and time are bounded, and nobody else waits for it. */
import { fork } from 'node:child_process'
import { once } from 'node:events'

export type Bounds = { milliseconds: number; megabytes: number }

/**
 * Sends a message to a program and returns its reply; `undefined` if it went beyond its bounds and was ended. A thread
 * would not do: one that runs out of memory in the wrong place ends the whole process.
 */
export async function runBounded<Reply>(
  program: URL,
  message: string | readonly string[] | Uint8Array,
  { milliseconds, megabytes }: Bounds,
): Promise<Reply | undefined> {
  const child = fork(program, {
    execArgv: [`--max-old-space-size=${megabytes}`],
    // It needs nothing of the server's secrets.
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    timeout: milliseconds,
    killSignal: 'SIGKILL',
  })
  try {
    const exit = once(child, 'exit').then(() => undefined)
    const reply = once(child, 'message').then(([received]): Reply => received)
    // A program that ended early closes the channel under the writing: its exit is what is told.
    child.send(message, () => {})
    return await Promise.race([reply, exit])
  } finally {
    child.kill('SIGKILL')
  }
}

/** Answers the one message that a program run by `runBounded` gets. */
export function replyToParent<Message, Reply>(handle: (message: Message) => Reply | Promise<Reply>): void {
  process.once('message', async (message: Message) => {
    process.send?.(await handle(message), () => process.disconnect())
  })
}
