"""Words too common to tell one text from another."""

ENGLISH = frozenset(
    """
    a about above actually after again against all also always am among an and any are as at be because been before
    being below between both but by ca can cannot could did do does doing down during each even ever few for from
    further get gets getting got had has have having he her here hers herself him himself his how i if in into is
    it its itself just many may me might more most much must my myself never no nor not now of off on once one
    only onto or other our ours ourselves out over own really same shall she should so some still such than that the
    their theirs them themselves then there these they this those through to too under until up upon us very via
    was we were what when where whether which while who whom whose why will with within without wo would yet you
    your yours yourself yourselves
    """.split()
)
