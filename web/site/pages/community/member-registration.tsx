import { useQuery } from '@tanstack/react-query'
import type { CommunityEvent } from '#contracts/documents/community.ts'
import type { EventPlaces, EventRegistration } from '#contracts/events/registration.ts'
import { PAGES } from '#contracts/paths.ts'
import { isBeforeEvent } from '#contracts/rules/event-registration.ts'
import { useAccountDialogs } from '../../account/use-account-dialogs.tsx'
import { Button, getButtonClass } from '../../components/buttons.tsx'
import { useIsHydrated } from '../../components/use-is-hydrated.ts'
import { Link } from '../../router.tsx'
import { useSession } from '../../session/session.ts'
import { ownRegistrationsQuery, useRegistration } from './event-registrations.ts'

type MemberRegistrationProps = { event: CommunityEvent; places: EventPlaces | undefined }

/** The registration for an event on this site: the member's status or what they can do, and the places left. */
export const MemberRegistration = ({ event, places }: MemberRegistrationProps) => (
  <>
    <RegistrationStatus event={event} places={places} />
    {places && (
      <p className="mt-2 text-sm text-muted tabular-nums">
        已报名{places.confirmed}人，名额{places.places}人
        <span>{places.waiting > 0 && `，候补${places.waiting}人`}</span>
      </p>
    )}
  </>
)

/** The member's own registration, or a button to register or join the waiting list until the event begins. */
function RegistrationStatus({ event, places }: MemberRegistrationProps) {
  const { user } = useSession()
  const isHydrated = useIsHydrated()
  // The server doesn't know the user, so it renders the page of a visitor.
  const isMember = isHydrated && user !== null
  const { data } = useQuery({ ...ownRegistrationsQuery(user?._id ?? ''), enabled: isMember })
  const ownRegistration = isMember ? data?.find(({ eventId }) => eventId === event.id) : undefined
  const isFull = places !== undefined && places.confirmed >= places.places

  if (ownRegistration) return <OwnRegistration registration={ownRegistration} />
  if (!isBeforeEvent(event)) return <p className="text-muted">报名已截止</p>
  return <RegisterButton event={event} isMember={isMember} isFull={isFull} />
}

const OwnRegistration = ({ registration: { status, waitingPosition } }: { registration: EventRegistration }) => (
  <Link to={PAGES.myEvents} className={getButtonClass('secondary', 'w-full sm:w-auto')}>
    {status === 'confirmed' ? '已报名' : `候补第${waitingPosition}位`}
  </Link>
)

type RegisterButtonProps = { event: CommunityEvent; isMember: boolean; isFull: boolean }

function RegisterButton({ event, isMember, isFull }: RegisterButtonProps) {
  const { register } = useRegistration(event.id)
  const text = isFull ? '加入候补' : event.registrationButtonText || '立即报名'
  const { show, preload, dialogs } = useAccountDialogs({
    reason: `登录后即为您${isFull ? '登记候补' : '报名'}：${event.title}。`,
    onSignedIn: () => register.mutate(),
  })

  function registerOrSignIn() {
    if (isMember) register.mutate()
    else void show('sign-in')
  }

  return (
    <>
      <Button
        variant={isFull ? 'outline' : 'primary'}
        className="w-full noscript:hidden sm:w-auto"
        aria-label={`${text}：${event.title}`}
        isBusy={register.isPending}
        aria-haspopup={isMember ? undefined : 'dialog'}
        onPointerEnter={isMember ? undefined : preload}
        onClick={registerOrSignIn}
      >
        {text}
      </Button>
      <noscript>
        <p className="text-sm text-muted">报名需要启用JavaScript。</p>
      </noscript>
      {dialogs}
    </>
  )
}
