//! Enumerations as the journal stores them. The protocol has its own, so that its words can change without the
//! journal's.

use serde::{Deserialize, Serialize};

use crate::protocol;

/// Declares an enumeration that is stored in lower case with hyphens, its default for entries that lack it, and its
/// conversions from and to the enumeration of the protocol.
macro_rules! words {
    ($($(#[$doc:meta])* $name:ident = $default:ident of {$($(#[$word_doc:meta])* $word:ident,)+})+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum $name {
            $($(#[$word_doc])* $word,)+
        }

        impl Default for $name {
            fn default() -> Self {
                Self::$default
            }
        }

        impl From<protocol::$name> for $name {
            fn from(word: protocol::$name) -> Self {
                match word { $(protocol::$name::$word => Self::$word,)+ }
            }
        }

        impl From<$name> for protocol::$name {
            fn from(word: $name) -> Self {
                match word { $($name::$word => Self::$word,)+ }
            }
        }
    )+};
}

words! {
    /// How long a person may think about one question.
    Pace = Untimed of {
        /// As long as they like.
        Untimed,
        /// Two minutes.
        Relaxed,
        /// Thirty seconds.
        Fast,
    }
    /// What may be said at the table.
    TalkRule = Open of {
        /// Words, signals and proposals.
        Open,
        /// Signals and proposals.
        Signals,
        /// Nothing.
        Silent,
    }
    /// What may be taken back.
    UndoRule = UntilRevealed of {
        /// Nothing.
        None,
        /// Everything until something hidden was revealed.
        UntilRevealed,
    }
    /// How quickly bots play.
    BotPace = Human of {
        /// As fast as they can.
        Instant,
        /// In about half a second.
        Brisk,
        /// In a second or two, and later where a partner may want to talk.
        Human,
    }
    /// Who sits beside whom.
    Seating = Dealt of {
        /// It is dealt when the game begins.
        Dealt,
        /// As the chairs stand; only who begins is dealt.
        Kept,
    }
    /// Who finds a table.
    Listing = Private of {
        /// Those who have its code.
        Private,
        /// Everybody, in the list of open tables.
        Public,
    }
    /// The colour in which a person plays.
    Colour = Teal of {
        #[allow(missing_docs)] Teal,
        #[allow(missing_docs)] Coral,
        #[allow(missing_docs)] Indigo,
        #[allow(missing_docs)] Amber,
        #[allow(missing_docs)] Plum,
        #[allow(missing_docs)] Moss,
        #[allow(missing_docs)] Slate,
        #[allow(missing_docs)] Rose,
    }
}
