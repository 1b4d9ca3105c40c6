import type { Tables } from "./tables";

const nobody = (): Promise<never> => Promise.reject(new Error("this page has no server"));

/** The tables of a page without a server: none. */
export const noServer: Tables = {
  forFriends: false,
  here: false,
  me: nobody,
  saveMe: nobody,
  devices: null,
  games: nobody,
  open: nobody,
  openForAll: nobody,
  remove: nobody,
  list: nobody,
  connect: nobody,
};
