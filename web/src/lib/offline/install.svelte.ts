import { recall, remember } from "../settings/remembered";

/** The browser's offer to install the app; not every browser makes one. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

const isTrue = (value: unknown): value is true => value === true;

let offer = $state.raw<InstallOffer | null>(null);

addEventListener("beforeinstallprompt", (event) => {
  // Said by us, when it is welcome, and once.
  event.preventDefault();
  if (!recall("install-asked", isTrue)) offer = event as InstallOffer;
});
addEventListener("appinstalled", () => (offer = null));

function asked(): InstallOffer | null {
  const given = offer;
  offer = null;
  remember("install-asked", true);
  return given;
}

export const install = {
  /** Whether the app can be installed, and the user was not asked yet. */
  get offered(): boolean {
    return offer !== null;
  },
  /** Lets the browser ask. */
  async accept(): Promise<void> {
    await asked()?.prompt();
  },
  decline(): void {
    asked();
  },
};
