/** How far something has come, in percent. The label is for those who do not see it. */
export const ProgressBar = ({ percent, label }: { percent: number; label: string }) => (
  <progress
    value={percent}
    max={100}
    aria-label={label}
    className="block h-2 w-full appearance-none overflow-hidden rounded-full border-0 bg-line [&::-moz-progress-bar]:bg-indigo [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-indigo"
  />
)
