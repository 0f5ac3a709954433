import { AVATAR_PREFIX } from '#contracts/limits.ts'

/** A person's uploaded image, if `avatar` is its URL; else initials, either `avatar` itself or the start of `name`. */
export function Avatar({ avatar, name }: { avatar: string; name: string }) {
  if (avatar.startsWith(AVATAR_PREFIX))
    return (
      <img
        src={avatar}
        alt=""
        width={48}
        height={48}
        loading="lazy"
        className="size-12 shrink-0 rounded-full object-cover"
      />
    )
  const initials = [...(avatar || name)].slice(0, 2).join('')
  return (
    <span
      aria-hidden
      className="inline-flex size-12 shrink-0 items-center justify-center rounded-full border border-tone bg-tone font-semibold text-tone"
    >
      {initials}
    </span>
  )
}
