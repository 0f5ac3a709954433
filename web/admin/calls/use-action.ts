import { App } from 'antd'
import { useMutation } from '../../shared/use-mutation.ts'
import { describeActionError } from './describe-action-error.ts'
import { isDeclined } from './is-declined.ts'

type ActionOptions<Reply, Input> = {
  action: (input: Input) => Promise<Reply>
  getSuccessMessage: (reply: Reply, input: Input) => string | undefined
  /** Shown if the server gives no reason. */
  failureMessage: string
  /** Refetches what the action changes. Also called after a failure, since what is shown may be outdated. */
  refetch: () => unknown
}

/** Returns the mutation of a button that acts at once: it shows the result as a toast, and refetches what is shown. */
export function useAction<Reply, Input = void>(options: ActionOptions<Reply, Input>) {
  const { message } = App.useApp()
  return useMutation({
    mutationFn: options.action,
    // Not awaited: the message's promise resolves when it disappears, which would delay the mutation.
    onSuccess: (reply: Reply, input: Input) => void message.success(options.getSuccessMessage(reply, input)),
    onError(error) {
      if (!isDeclined(error)) void message.error(describeActionError(error, options.failureMessage))
    },
    onSettled: options.refetch,
  })
}
