/**
 * The state that a page's inline script shares with the site's script. A page works before hydration: its links, forms
 * and menus are plain HTML. So the site's script starts after the first paint, or on the visitor's first interaction.
 */
export type EarlyInteraction = {
  /** Whether React has hydrated the layout and the page. */
  hydrated: { layout: boolean; page: boolean }
  /** Clicks on buttons without native behaviour, and keys outside fields, in parts that weren't hydrated yet. */
  events: { element: Element; key?: string }[]
  /**
   * Resolves on the first pointer, touch, keyboard or scroll event, or after `IDLE_HYDRATION_MS`. A pointer that only
   * rests over the page is none, though browsers dispatch a `pointermove` without movement for it at the first layout.
   */
  interaction: Promise<void>
}

declare global {
  var zhijianEarly: EarlyInteraction | undefined
}

/** The delay of hydration after the `load` event if the visitor hasn't interacted with the page by then. */
const IDLE_HYDRATION_MS = 2_500
/**
 * The delay of loading the script after the first paint of the whole page, which a slow device may divide into several
 * frames: nothing should be fetched or run before the last of them.
 */
const SCRIPT_DELAY_MS = 200

/** Runs in the head: on a slow connection, buttons can be pressed before the end of the body has arrived. */
export const RECORDING_SCRIPT = `(()=>{
const hydrated={layout:false,page:false},events=[];
const isHydrated=element=>hydrated[element.closest('main')?'page':'layout'];
window.zhijianEarly={hydrated,events};
addEventListener('click',({target})=>{
const button=target.closest('button[type=button]:not([popovertarget])');
if(button&&!isHydrated(button)){events.push({element:button});document.documentElement.dataset.waiting=''}},true);
addEventListener('keydown',({target:element,key})=>{
if(/^(Arrow|Home|End|Escape)/.test(key)&&!element.closest('input,textarea,select')&&!isHydrated(element))events.push({element,key})},true)
})()`

/** Runs at the end of the body. Its hash is in the CSP, so values that differ by page are in data attributes. */
export const START_SCRIPT = `(()=>{
const {dataset}=document.getElementById('state');
const types=['pointermove','pointerdown','touchstart','focusin','keydown','input','scroll'];
let isStarted=false,resolve;
window.zhijianEarly.interaction=new Promise(done=>{resolve=done});
const preload=files=>{for(const href of files.split(' ').filter(Boolean)){
const link=document.createElement('link');link.rel='modulepreload';link.href=href;document.head.append(link)}};
const start=()=>{
if(isStarted)return;
isStarted=true;
preload(dataset.files);
import(dataset.script)};
const onInteraction=event=>{
if(event?.type==='pointermove'&&!event.movementX&&!event.movementY)return;
for(const type of types)removeEventListener(type,onInteraction,true);resolve();start();preload(dataset.pageFiles)};
for(const type of types)addEventListener(type,onInteraction,{capture:true,passive:true});
addEventListener('load',()=>setTimeout(onInteraction,${IDLE_HYDRATION_MS}));
if(window.zhijianEarly.events.length)onInteraction();
const onPaint=(entries,observer)=>{
if(!entries.getEntriesByName('first-contentful-paint').length)return;
observer.disconnect();
setTimeout(start,${SCRIPT_DELAY_MS})};
requestAnimationFrame(()=>new PerformanceObserver(onPaint).observe({type:'paint',buffered:true}))
})()`
