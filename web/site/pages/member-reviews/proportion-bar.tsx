/** A bar whose length is a share from 0 to 1; the figure is shown next to it. */
export const ProportionBar = ({ share }: { share: number }) => (
  <svg className="h-2 w-full overflow-hidden rounded-full bg-sunken" aria-hidden="true" focusable="false">
    <rect width={`${Math.round(Math.min(1, Math.max(0, share)) * 1000) / 10}%`} height="100%" className="fill-star" />
  </svg>
)
