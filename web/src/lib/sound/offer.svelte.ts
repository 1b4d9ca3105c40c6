import { isFlag, Setting } from "../settings/setting.svelte";
import { recall } from "../settings/remembered";

const offered = new Setting("sound-offered", isFlag, false);

/** The one offer to turn sounds on, for those who never decided about them. */
export const soundOffer = {
  get due(): boolean {
    return !offered.value && recall("sound", isFlag) === null;
  },
  /** It was made, and is not made again. */
  made(): void {
    offered.value = true;
  },
};
