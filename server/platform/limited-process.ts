/** Runs untrusted work in a separate process with limited memory and time. */
import { fork } from 'node:child_process'
import { once } from 'node:events'

type ProcessLimits = { timeoutMs: number; memoryMegabytes: number }

/**
 * Sends a message to a program and returns its reply; `undefined` if the program was killed for exceeding its limits or
 * exited without a reply. A thread isn't sufficient: running out of memory in native code ends the entire process.
 */
export async function runLimitedProcess<
  Reply,
  Message extends string | object = string | readonly string[] | Uint8Array,
>(program: URL, message: Message, { timeoutMs, memoryMegabytes }: ProcessLimits): Promise<Reply | undefined> {
  const child = fork(program, {
    execArgv: [`--max-old-space-size=${memoryMegabytes}`],
    // The program must not see the server's secrets.
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  })
  try {
    const exit = once(child, 'exit').then(() => undefined)
    const reply = once(child, 'message').then(([received]): Reply => received)
    // Sending fails if the program exits early, which the `exit` event reports already.
    child.send(message, () => {})
    return await Promise.race([reply, exit])
  } finally {
    child.kill('SIGKILL')
  }
}

/** Handles the single message that a program started by `runLimitedProcess` receives. */
export function replyToParent<Message, Reply>(handle: (message: Message) => Reply | Promise<Reply>): void {
  process.once('message', async (message: Message) => {
    process.send?.(await handle(message), () => process.disconnect())
  })
}
